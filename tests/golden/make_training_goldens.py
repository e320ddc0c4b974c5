#!/usr/bin/python3
"""Writes what tests/core/train/golden_test.cpp compares the training engine with: losses, gradients and three steps of
small models, by PyTorch in float64, and the rates of its schedules.

    tests/golden/make_training_goldens.py            (Debian 12: python3-torch, python3-numpy)

training/<case>.safetensors is a checkpoint that Headscope loads (core/train/checkpoint.h), and beside the model has
  batch<i>.inputs, batch<i>.targets     the batches, -1 for none
  gradient.NAME                         of the loss of batch 0
  losses                                of three steps, one batch each
  after.NAME                            the parameters after them (not where there is dropout)
training/rates.json has the rates of the schedules.
"""

import json
import math
import pathlib
import struct

import numpy as np
import torch
from torch import nn

from make_goldens import hash_name, philox4x32_10

FOLDER = pathlib.Path(__file__).resolve().parent / "training"


def dropout_keep(seed, batch, heads, n, p):
    """core/base/random.h, for all cells: (batch, heads, n, n)."""
    key = seed ^ hash_name("dropout")
    b, h, q, word = np.meshgrid(np.arange(batch), np.arange(heads), np.arange(n), np.arange((n + 3) // 4), indexing="ij")
    counter = [x.astype(np.uint64) for x in (word, q, h, b)]
    words = np.stack(philox4x32_10(counter, [key & 0xFFFFFFFF, key >> 32]), axis=-1)
    keep = words >= np.uint64(int(p * 2 ** 32))
    return torch.from_numpy(keep.reshape(batch, heads, n, -1)[..., :n].astype(np.float64))


class Layer(nn.Module):
    def __init__(self, c):
        super().__init__()
        d = c["d_model"]
        for name in ("W_q", "W_k", "W_v", "W_o"):
            setattr(self, name, nn.Linear(d, d, bias=c["biases"]))
        self.norm_1 = nn.LayerNorm(d) if c["layer_norm"] else nn.Identity()
        if c["mlp"]:
            self.norm_2 = nn.LayerNorm(d) if c["layer_norm"] else nn.Identity()
            self.W_1 = nn.Linear(d, 4 * d)
            self.W_2 = nn.Linear(4 * d, d)

    def forward(self, x, c, dropout_seed):
        batch, n, d = x.shape
        h = c["n_heads"]
        a = self.norm_1(x)
        q, k, v = (w(a).view(batch, n, h, d // h).transpose(1, 2) for w in (self.W_q, self.W_k, self.W_v))
        scores = q @ k.transpose(-2, -1) / math.sqrt(d // h)
        if c["causal"]:
            scores = scores.masked_fill(torch.ones(n, n).tril() == 0, -math.inf)
        weights = torch.softmax(scores, dim=-1)
        if c["dropout"] > 0:
            weights = weights * dropout_keep(dropout_seed, batch, h, n, c["dropout"]) / (1 - c["dropout"])
        x = x + self.W_o((weights @ v).transpose(1, 2).reshape(batch, n, d))
        if c["mlp"]:
            x = x + self.W_2(torch.relu(self.W_1(self.norm_2(x))))
        return x


class Model(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        d = c["d_model"]
        self.embedding = nn.Embedding(c["table_rows"], d)
        if c["positions"] == "learned":
            self.positions = nn.Embedding(c["seq_len"], d)
        for i in range(c["layers"]):
            setattr(self, f"layer{i}", Layer(c))
        self.norm = nn.LayerNorm(d) if c["layer_norm"] else nn.Identity()
        self.W_read = nn.Linear(d, c["read_outs"] * c["classes"])
        for name, parameter in self.named_parameters():
            if "embedding" in name or "positions" in name:
                nn.init.normal_(parameter, std=c["embedding_std"])
            elif "norm" in name:
                parameter.data += 0.2 * torch.randn_like(parameter)  # so that gain and bias matter
        for parameter in self.parameters():
            parameter.data = parameter.data.float().double()

    def position_vectors(self, n):
        d = self.c["d_model"]
        if self.c["positions"] == "learned":
            return self.positions.weight[:n]
        if self.c["positions"] == "none":
            return 0.0
        angle = torch.arange(n).double()[:, None] / 10000 ** (torch.arange(0, d, 2).double() / d)
        table = torch.zeros(n, d).double()
        table[:, 0::2] = torch.sin(angle)
        table[:, 1::2] = torch.cos(angle)[:, : d // 2]
        return table

    def forward(self, inputs, dropout_seeds):
        seen = (inputs >= 0).double()[..., None]
        x = (self.embedding(inputs.clamp(min=0)) * seen).sum(dim=2) + self.position_vectors(inputs.shape[1])
        for i in range(self.c["layers"]):
            x = getattr(self, f"layer{i}")(x, self.c, dropout_seeds[i])
        return self.W_read(self.norm(x)).view(*inputs.shape[:2], self.c["read_outs"], self.c["classes"])

    def loss(self, inputs, targets, dropout_seeds):
        logits = self(inputs, dropout_seeds)
        return nn.functional.cross_entropy(logits.reshape(-1, self.c["classes"]), targets.reshape(-1), ignore_index=-1)


def make_batch(c, size, n, everywhere, generator):
    inputs = torch.randint(0, c["table_rows"], (size, n, c["features"]), generator=generator)
    if c["features"] > 1:
        inputs[torch.rand(inputs.shape, generator=generator) < 0.3] = -1
    targets = torch.randint(0, c["classes"], (size, n, c["read_outs"]), generator=generator)
    targets[torch.rand(targets.shape, generator=generator) < 0.2] = -1
    if not everywhere:
        targets[:, :-1] = -1
        targets[0, -1] = 0
    return inputs, targets


def save(path, tensors, metadata):
    header, data, entries = {"__metadata__": metadata}, b"", {}
    for name, tensor in tensors.items():
        bytes_ = np.ascontiguousarray(tensor.detach().numpy().astype("<f4")).tobytes()
        entries[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(bytes_)]}
        data += bytes_
    text = json.dumps({**header, **entries}).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def run(name, size, n, everywhere, training, **options):
    c = {"version": 1, "d_model": 16, "n_heads": 4, "layers": 1, "layer_norm": False, "mlp": False, "biases": False,
         "positions": "none", "causal": True, "dropout": 0.0, "embedding_std": 0.5, "table_rows": 11, "classes": 5,
         "features": 1, "read_outs": 1, "seq_len": n, **options}
    torch.manual_seed(3)
    generator = torch.Generator().manual_seed(4)
    model = Model(c).double()
    tensors = {k: v.clone() for k, v in model.named_parameters()}
    batches = [make_batch(c, size, n, everywhere, generator) for _ in range(3)]
    for i, (inputs, targets) in enumerate(batches):
        tensors[f"batch{i}.inputs"] = inputs
        tensors[f"batch{i}.targets"] = targets
    seeds = [1000 + i for i in range(c["layers"])]

    t = training
    optimizer = torch.optim.AdamW(model.parameters(), lr=t["peak_rate"], betas=(0.9, 0.98), weight_decay=t["weight_decay"])
    schedule = schedules(optimizer, t)
    losses = []
    for i, (inputs, targets) in enumerate(batches[: 1 if c["dropout"] > 0 else 3]):
        optimizer.zero_grad()
        loss = model.loss(inputs, targets, seeds)
        loss.backward()
        losses.append(loss)
        if i == 0:
            tensors.update({f"gradient.{k}": v.grad.clone() for k, v in model.named_parameters()})
        nn.utils.clip_grad_norm_(model.parameters(), t["largest_norm"])
        optimizer.step()
        schedule.step()
    tensors["losses"] = torch.stack(losses)
    if c["dropout"] == 0:
        tensors.update({f"after.{k}": v for k, v in model.named_parameters()})
    what = f"made by make_training_goldens.py with PyTorch {torch.__version__} in float64"
    save(FOLDER / f"{name}.safetensors", tensors, {"what": what, "model": json.dumps(c), "training": json.dumps(t)})
    print(name, [float(x) for x in losses])


def schedules(optimizer, t):
    if t["schedule"] == "one_cycle":
        return torch.optim.lr_scheduler.OneCycleLR(optimizer, t["peak_rate"], total_steps=t["steps"], pct_start=0.1,
                                                   div_factor=25, final_div_factor=1e4, cycle_momentum=False)

    def factor(step):
        if step < t["warm_up"]:
            return (step + 1) / t["warm_up"]
        return 0.5 * (1 + math.cos(math.pi * (step - t["warm_up"]) / (t["steps"] - t["warm_up"])))

    return torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


def rates(t):
    optimizer = torch.optim.AdamW([nn.Parameter(torch.zeros(1))], lr=t["peak_rate"])
    schedule = schedules(optimizer, t)
    values = []
    for _ in range(t["steps"]):
        values.append(schedule.get_last_lr()[0])
        optimizer.step()
        if len(values) < t["steps"]:
            schedule.step()
    chosen = sorted({0, 1, 2, t["steps"] // 10 - 2, t["steps"] // 10 - 1, t["steps"] // 10, t["steps"] // 2,
                     t["steps"] - 2, t["steps"] - 1})
    return {**t, "rates": {str(i): values[i] for i in chosen}}


def main():
    FOLDER.mkdir(exist_ok=True)
    one_cycle = {"schedule": "one_cycle", "steps": 50, "peak_rate": 3e-3, "weight_decay": 0.0, "largest_norm": 0.5}
    cosine = {"schedule": "cosine_with_warm_up", "steps": 40, "warm_up": 2, "peak_rate": 2e-3, "weight_decay": 0.05,
              "largest_norm": 1.0}
    run("plain", 5, 7, False, one_cycle, features=3, read_outs=2)
    run("everything", 35, 6, True, cosine, d_model=12, n_heads=3, layers=2, layer_norm=True, mlp=True, biases=True,
        positions="learned")
    run("all_visible", 4, 10, True, one_cycle, d_model=20, n_heads=1, layers=2, layer_norm=True, causal=False,
        positions="sinusoidal", read_outs=2)
    run("dropout", 3, 9, True, one_cycle, d_model=40, n_heads=5, mlp=True, dropout=0.2)
    all_rates = [rates(t) for t in (one_cycle, {**one_cycle, "steps": 1500}, cosine, {**cosine, "steps": 400, "warm_up": 100})]
    (FOLDER / "rates.json").write_text(json.dumps(all_rates, indent=1) + "\n")


if __name__ == "__main__":
    main()
