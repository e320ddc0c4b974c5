#!/usr/bin/python3
"""Measures what the article's module allocates in PyTorch, for tests/core/cost/pytorch_measured_test.cpp.

    tests/golden/measure_pytorch_memory.py [--rows N] [--seed S] [--out FILE]     (Debian 12: python3-torch)

Every allocation and release of PyTorch's CPU allocator is logged by its profiler, in order and with its address, so
that a release names the tensor it releases. oneDNN is off, one thread, float32. Which statement made an event is known
from marks: before each statement an odd number of bytes is allocated and released, which is then taken out of the log.

Not counted: the input x, the parameters, the caller's int64 mask, the incoming gradient (all made before), and the 4 + 288
bytes that optimizer.step() takes at its start to label itself for the profiler.
"""

import argparse
import itertools
import json
import pathlib
import random

import torch
from torch import nn
from torch.profiler import ProfilerActivity, profile

OUT = pathlib.Path(__file__).resolve().parents[1] / "data" / "memory" / "pytorch_measured.json"
MASKS = [None, "11nn", "b1nn", "b11n", "bhnn"]
STATEMENTS = ["W_q", "W_k", "W_v", "scores", "mask", "softmax", "dropout", "context", "concat", "W_o", "ret_forward",
              "bwd", "step", "stack", "end"]
MARK = 0x6000000
PROFILER_LABEL = [4, 288, -288, -4]


def mark(statement):
    torch.empty(MARK + STATEMENTS.index(statement), dtype=torch.uint8)


class MultiHeadAttention(nn.Module):
    """The article's, with marks."""

    def __init__(self, d_model=512, num_heads=8, dropout=0.1):
        super().__init__()
        assert d_model % num_heads == 0
        self.d_model = d_model
        self.num_heads = num_heads
        self.d_k = d_model // num_heads
        self.W_q = nn.Linear(d_model, d_model)
        self.W_k = nn.Linear(d_model, d_model)
        self.W_v = nn.Linear(d_model, d_model)
        self.W_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        batch = query.size(0)
        mark("W_q")
        Q = self.W_q(query).view(batch, -1, self.num_heads, self.d_k).transpose(1, 2)
        mark("W_k")
        K = self.W_k(key).view(batch, -1, self.num_heads, self.d_k).transpose(1, 2)
        mark("W_v")
        V = self.W_v(value).view(batch, -1, self.num_heads, self.d_k).transpose(1, 2)
        mark("scores")
        scores = torch.matmul(Q, K.transpose(-2, -1)) / torch.sqrt(torch.tensor(self.d_k, dtype=torch.float32))
        mark("mask")
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        mark("softmax")
        attention = torch.softmax(scores, dim=-1)
        mark("dropout")
        attention = self.dropout(attention)
        mark("context")
        output = torch.matmul(attention, V)
        mark("concat")
        output = output.transpose(1, 2).contiguous().view(batch, -1, self.d_model)
        mark("W_o")
        output = self.W_o(output)
        mark("ret_forward")
        return output


# --- The log ----------------------------------------------------------------------------------------------------------

def allocations(function):
    """[(address, bytes)] of all that happens in function(); a release has negative bytes."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        function()
    log = []

    def walk(event):
        name = event.name() if callable(event.name) else event.name
        if name == "[memory]":
            log.append((event.extra_fields.ptr, event.extra_fields.alloc_size))
        for child in event.children:
            walk(child)

    for event in profiler.profiler.kineto_results.experimental_event_tree():
        walk(event)
    return log


def named_events(log):
    """[[statement, number of the tensor, bytes]] without the marks."""
    events, numbers, statement, made = [], {}, "", 0
    for address, size in log:
        if MARK <= abs(size) < MARK + len(STATEMENTS):
            statement = STATEMENTS[abs(size) - MARK]
            continue
        if size > 0:
            numbers[address] = made
            made += 1
            events.append([statement, numbers[address], size])
        else:
            events.append([statement, numbers.pop(address), size])
    return events


def without_profiler_label(events):
    first = next((i for i, event in enumerate(events) if event[0] == "step"), None)
    if first is None:
        return events
    assert [event[2] for event in events[first:first + 4]] == PROFILER_LABEL
    kept = events[:first] + events[first + 4:]
    return [[statement, number - 2 if number >= events[first][1] else number, size] for statement, number, size in kept]


def measure(batch, n, d_model, heads, mask, training, dropout, layers=1, step=True):
    stack = nn.ModuleList([MultiHeadAttention(d_model, heads, dropout) for _ in range(layers)]).train(training)
    shapes = {"11nn": (1, 1, n, n), "b1nn": (batch, 1, n, n), "b11n": (batch, 1, 1, n), "bhnn": (batch, heads, n, n)}
    mask = None if mask is None else torch.ones(shapes[mask], dtype=torch.int64)
    x = torch.randn(batch, n, d_model)
    gradient = torch.ones(batch, n, d_model)
    optimizer = torch.optim.AdamW(stack.parameters())
    kept = []

    def forward():
        y = x
        for layer in stack:
            y = layer(y, y, y, mask)
            mark("stack")
        return y

    def run():
        if training:
            kept.append(forward())
            mark("bwd")
            kept[0].backward(gradient)
            if step:
                mark("step")
                optimizer.step()
        else:
            with torch.no_grad():
                kept.append(forward())
        mark("end")

    with torch.backends.mkldnn.flags(enabled=False):
        return without_profiler_label(named_events(allocations(run)))


def figures(events, training):
    """peak, forward peak, alive after forward, alive at end (before the optimizer's step), peak of the step"""
    live, highest, last = 0, {}, {}
    for statement, _, size in events:
        phase = statement if statement in ("bwd", "step") else "forward"
        live += size
        highest[phase] = max(highest.get(phase, 0), live)
        last[phase] = live
    forward, backward = highest["forward"], highest.get("bwd", 0)
    return [max(forward, backward), forward if training else None, last["forward"],
            last["bwd"] if training else last["forward"], highest.get("step")]


# --- What is measured -------------------------------------------------------------------------------------------------

def random_row(rng):
    heads = rng.choice([1, 1, 2, 2, 3, 4, 8, 12, 16])
    d_head = rng.choice([1, 1, 2, 3, 4, 8, 16, 32, 64])
    n = rng.choice([1, 2, 3, 5, 17, 20, 31, 64, 100, 128, 200])
    batch = rng.choice([1, 1, 2, 3, 4, 8])
    training = rng.random() < 0.6
    return [batch, n, heads * d_head, heads, rng.choice(MASKS), training,
            rng.choice([0.0, 0.1, 0.5]) if training else 0.1]


def random_rows(rng, count):
    rows = {}
    while len(rows) < count:
        row = random_row(rng)
        if row[0] * row[3] * row[1] * row[1] <= 2_000_000:
            rows[json.dumps(row)] = row
    return list(rows.values())


def corner_rows():
    """One of each kind of order: sizes of 1 change what is copied, and n = 20 is where d_k = 1 goes to BLAS."""
    sizes = [(1, 1, 1, 1), (1, 1, 2, 3), (1, 2, 1, 19), (1, 2, 1, 20), (1, 2, 2, 3), (2, 1, 1, 1), (2, 1, 1, 3),
             (2, 1, 2, 3), (2, 2, 2, 1), (2, 2, 1, 3), (2, 3, 2, 3)]
    for (batch, heads, d_head, n), (training, dropout) in itertools.product(sizes, [(False, 0.1), (True, 0.0), (True, 0.1)]):
        yield [batch, n, heads * d_head, heads, None, training, dropout]
    for mask in MASKS[1:]:
        yield [2, 3, 6, 3, mask, False, 0.1]
        yield [2, 3, 6, 3, mask, True, 0.1]


def stack_rows(rng, count):
    for layers, (batch, heads, d_head, n) in itertools.product([2, 3], [(1, 1, 1, 1), (2, 1, 1, 3), (1, 2, 2, 5), (2, 2, 3, 5)]):
        for mask, (training, dropout) in itertools.product([None, "b1nn"], [(False, 0.1), (True, 0.0), (True, 0.1)]):
            yield [layers, batch, n, heads * d_head, heads, mask, training, dropout]
    for row in random_rows(rng, count):
        yield [rng.choice([2, 3, 4, 6])] + row


def measured_row(row):
    return row + figures(measure(*row), row[5])


def measured_stack(row):
    layers, *one = row
    return row + figures(measure(*one, layers=layers), one[5])


def lines(items):
    return ",\n".join("  " + json.dumps(item, separators=(",", ":")) for item in items)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--out", type=pathlib.Path, default=OUT)
    options = parser.parse_args()
    torch.set_num_threads(1)
    measure(1, 2, 4, 2, "11nn", True, 0.1)  # warm
    rng = random.Random(options.seed)
    rows = [measured_row(row) for row in random_rows(rng, options.rows)]
    timelines = [{"row": row, "events": measure(*row, step=False)} for row in corner_rows()]
    step = [event for event in measure(1, 1, 8, 2, None, True, 0.1) if event[0] == "step"]
    stacks = [measured_stack(row) for row in stack_rows(rng, options.rows // 4)]
    what = (f"Made by tests/golden/measure_pytorch_memory.py with PyTorch {torch.__version__}: CPU, float32, oneDNN off, one "
            "thread. Row: [B, n, d_model, h, mask, training, dropout_p], then for rows and stacks [peak, forward peak "
            "(training), alive after forward, alive at end, peak of AdamW's first step]; stacks begin with the number of "
            "layers. Event: [statement, number of the tensor, bytes].")
    options.out.write_text(f'{{\n "what": {json.dumps(what)},\n "rows": [\n{lines(rows)}\n ],\n "stacks": [\n{lines(stacks)}\n ],\n'
                           f' "adamw": {{"d_model": 8, "events": {json.dumps(step, separators=(",", ":"))}}},\n'
                           f' "timelines": [\n{lines(timelines)}\n ]\n}}\n')
    print(f"{len(rows)} rows, {len(stacks)} stacks, {len(timelines)} timelines: {options.out}")


if __name__ == "__main__":
    main()
