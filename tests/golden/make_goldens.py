#!/usr/bin/python3
"""Writes the float64 results of the article's module that tests/core/attention/golden_test.cpp compares with.

    tests/golden/make_goldens.py            (Debian 12: python3-torch, python3-numpy)

The module below is the article's, computed by PyTorch in float64. Inputs, parameters and random masks are those of the
engine's own generator (core/base/random.h, made again here), so they need no space: cases.json says how each case is
made, <case>.npy holds, as float64 in a row, the weights of the selected heads and queries of every batch, then the
output of the selected queries of every batch.
"""

import json
import math
import pathlib

import numpy as np
import torch
from torch import nn

FOLDER = pathlib.Path(__file__).resolve().parent
SEED = 42


# --- core/base/random.h -----------------------------------------------------------------------------------------------

def philox4x32_10(counter, key):
    c = [np.asarray(x, dtype=np.uint64) for x in counter]
    k = [int(x) for x in key]
    low = np.uint64(0xFFFFFFFF)
    shift = np.uint64(32)
    for _ in range(10):
        p0 = np.uint64(0xD2511F53) * c[0]
        p1 = np.uint64(0xCD9E8D57) * c[2]
        c = [(p1 >> shift) ^ c[1] ^ np.uint64(k[0]), p1 & low, (p0 >> shift) ^ c[3] ^ np.uint64(k[1]), p0 & low]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


def hash_name(name):
    mask = 0xFFFFFFFFFFFFFFFF
    h = 0xCBF29CE484222325
    for byte in name.encode():
        h = ((h ^ byte) * 0x100000001B3) & mask
    h = ((h ^ (h >> 33)) * 0xFF51AFD7ED558CCD) & mask
    h = ((h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53) & mask
    return h ^ (h >> 33)


def uniform(seed, name, count):
    """RandomStream(seed, name).fill_uniform: float32 in [0, 1)."""
    stream = hash_name(name)
    block = np.arange((count + 3) // 4, dtype=np.uint64)
    zero = np.zeros_like(block)
    words = philox4x32_10([block & np.uint64(0xFFFFFFFF), block >> np.uint64(32),
                           zero + np.uint64(stream & 0xFFFFFFFF), zero + np.uint64(stream >> 32)],
                          [seed & 0xFFFFFFFF, seed >> 32])
    flat = np.stack(words, axis=1).reshape(-1)[:count]
    return (flat >> np.uint64(8)).astype(np.float32) * np.float32(2.0 ** -24)


def symmetric(seed, name, shape, bound):
    u = uniform(seed, name, math.prod(shape))
    return ((np.float32(2) * u - np.float32(1)) * np.float32(bound)).reshape(shape)


# --- The article's module ---------------------------------------------------------------------------------------------

class MultiHeadAttention(nn.Module):
    def __init__(self, d_model=512, num_heads=8, dropout=0.1):
        super().__init__()
        assert d_model % num_heads == 0
        self.num_heads = num_heads
        self.d_k = d_model // num_heads
        self.W_q = nn.Linear(d_model, d_model)
        self.W_k = nn.Linear(d_model, d_model)
        self.W_v = nn.Linear(d_model, d_model)
        self.W_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None, temperature=1.0):
        batch = query.shape[0]

        def split(x):
            return x.view(batch, -1, self.num_heads, self.d_k).transpose(1, 2)

        Q, K, V = split(self.W_q(query)), split(self.W_k(key)), split(self.W_v(value))
        scores = torch.matmul(Q, K.transpose(-2, -1)) / torch.sqrt(torch.tensor(self.d_k, dtype=torch.float32))
        scores = scores / temperature  # not in the article
        self.scores = scores
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        attention = torch.softmax(scores, dim=-1)
        attention = self.dropout(attention)
        self.attention = attention  # kept for us, the article returns the output alone
        output = torch.matmul(attention, V)
        output = output.transpose(1, 2).contiguous().view(batch, -1, self.num_heads * self.d_k)
        return self.W_o(output)


def parameters_of(d_model, gain):
    """random_parameters(d_model, SEED), W_q and its bias times gain."""
    bound = np.float32(1) / np.sqrt(np.float32(d_model))
    state = {}
    for layer in ("W_q", "W_k", "W_v", "W_o"):
        state[f"{layer}.weight"] = symmetric(SEED, f"{layer}.weight", (d_model, d_model), bound)
        state[f"{layer}.bias"] = symmetric(SEED, f"{layer}.bias", (d_model,), bound)
    state["W_q.weight"] = state["W_q.weight"] * np.float32(gain)
    state["W_q.bias"] = state["W_q.bias"] * np.float32(gain)
    return {name: torch.from_numpy(value.astype(np.float64)) for name, value in state.items()}


def inputs_of(case):
    shape_q = (case["batch"], case["n_q"], case["d_model"])
    shape_k = (case["batch"], case["n_k"], case["d_model"])
    names = ("X", "X", "X") if case["self"] else ("query", "key", "value")
    return [torch.from_numpy(symmetric(case["seed"], name, shape, 1.7320508).astype(np.float64))
            for name, shape in zip(names, (shape_q, shape_k, shape_k))]


def mask_of(case):
    batch, n_q, n_k, kind = case["batch"], case["n_q"], case["n_k"], case["mask"]
    if kind == "none":
        return None
    if kind == "causal":
        mask = np.tril(np.ones((n_q, n_k)), k=n_k - n_q)[None, None]
    elif kind == "padding":
        mask = (np.arange(n_k) < n_k - case["padded"])[None, None, None].astype(float) * np.ones((1, 1, n_q, 1))
    else:
        u = uniform(case["seed"], "mask", batch * n_q * n_k).reshape(batch, 1, n_q, n_k)
        mask = (u >= np.float32(case["hidden_share"])).astype(float)
        mask[:, :, case["fully_masked_rows"], :] = 0
    return torch.from_numpy(np.ascontiguousarray(mask))


def run(case):
    module = MultiHeadAttention(case["d_model"], case["n_heads"]).double().eval()
    module.load_state_dict(parameters_of(case["d_model"], case["gain"]))
    with torch.no_grad():
        output = module(*inputs_of(case), mask_of(case), case["temperature"])
    return module, output


# --- The cases --------------------------------------------------------------------------------------------------------

def case(n, d_model, n_heads, largest_score, mask="none", n_k=None, batch=1, temperature=1.0, **more):
    return {"batch": batch, "n_q": n, "n_k": n_k or n, "d_model": d_model, "n_heads": n_heads, "self": n_k is None,
            "mask": mask, "temperature": temperature, "seed": 7, "largest_score": largest_score, **more}


def all_cases():
    yield case(1, 8, 1, 2)
    yield case(2, 8, 8, 4.9)
    yield case(5, 8, 2, 15)
    yield case(7, 12, 3, 15, "causal")
    yield case(16, 64, 64, 4.9, "random", hidden_share=0.5, fully_masked_rows=[0, 9])
    yield case(16, 512, 8, 1.2)
    yield case(16, 512, 8, 15, "causal")
    yield case(33, 96, 6, 15, "random", n_k=47, batch=2, hidden_share=0.3, fully_masked_rows=[32])
    yield case(40, 768, 12, 15, "padding", padded=11)
    yield case(64, 64, 16, 15, "causal", temperature=0.25)
    yield case(88, 64, 4, 15, "causal", n_k=448)
    yield case(100, 48, 4, 15, "causal", n_k=30)
    yield case(128, 512, 1, 15)
    yield case(128, 512, 512, 15, "causal")
    yield case(128, 768, 768, 4.9)
    yield case(129, 256, 2, 4.9, "padding", batch=2, temperature=3.0, padded=40)
    yield case(257, 512, 8, 15, "random", hidden_share=0.8, fully_masked_rows=[100, 256])
    yield case(384, 128, 32, 15, "causal")
    yield case(512, 8, 1, 15)
    yield case(512, 64, 8, 4.9, "causal")
    yield case(512, 512, 8, 4.9)
    yield case(512, 512, 8, 15, "causal")
    yield case(512, 768, 1, 15)
    yield case(512, 768, 24, 15, "random", hidden_share=0.1, fully_masked_rows=[])


def selection(count, wanted):
    """Up to `wanted` of 0..count-1, first and last among them."""
    return sorted({round(i * (count - 1) / max(1, wanted - 1)) for i in range(min(count, wanted))})


def main():
    cases = []
    for number, c in enumerate(all_cases()):
        # A gain that brings the largest score just below the one wanted; of few bits, so exact in every notation.
        c["gain"] = 1.0
        largest = float(run(c)[0].scores.abs().max())
        c["gain"] = math.floor(c.pop("largest_score") / largest * 64) / 64
        module, output = run(c)
        c["largest_score"] = float(module.scores.abs().max())
        assert c["gain"] > 0 and c["largest_score"] <= 15
        cells = c["batch"] * c["n_heads"] * c["n_q"] * c["n_k"]
        c["heads"] = selection(c["n_heads"], c["n_heads"] if cells < 4000 else 3)
        c["queries"] = selection(c["n_q"], c["n_q"] if cells < 4000 else 5)
        c["name"] = f"{number:02d}_n{c['n_q']}_d{c['d_model']}_h{c['n_heads']}_{c['mask']}"
        weights = module.attention.numpy()[:, c["heads"]][:, :, c["queries"]]
        values = np.concatenate([weights.reshape(-1), output.numpy()[:, c["queries"]].reshape(-1)])
        c["largest_output"] = float(output.abs().max())
        np.save(FOLDER / f"{c['name']}.npy", values.astype("<f8"))
        cases.append(c)
        print(f"{c['name']}: gain {c['gain']}, largest score {c['largest_score']:.2f}, {values.nbytes} bytes")
    text = ",\n".join(" " + json.dumps(c) for c in cases)
    what = f"Made by make_goldens.py with PyTorch {torch.__version__} in float64"
    (FOLDER / "cases.json").write_text(f'{{"what": "{what}", "cases": [\n{text}\n]}}\n')


if __name__ == "__main__":
    main()
