#!/usr/bin/python3
"""PyTorch's side of headscope_train_bench: the same models trained as one does it there, a line in, a line out, so that
its steps take turns with Headscope's. Times are taken here, around the steps alone.

    needles H              4 needles, batch 128, 13 tokens, d_model 64, H heads, one plain layer   -> ok
    block D H THREADS      a whole block, batch 32, 64 tokens, 64 symbols                          -> ok
    steps COUNT            seconds by the clock and of processor time of COUNT steps               -> 0.00123 0.00122
"""

import math
import sys
import time

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h = h
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.W_o = nn.Linear(d, d, bias=False)

    def forward(self, x, hidden):
        batch, n, d = x.shape
        q, k, v = self.qkv(x).view(batch, n, 3, self.h, d // self.h).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(d // self.h)) + hidden
        return self.W_o((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).reshape(batch, n, d))


class Needles(nn.Module):
    def __init__(self, h, d=64):
        super().__init__()
        self.table = nn.Embedding(92, d)
        nn.init.normal_(self.table.weight, std=0.5)
        self.attention = Attention(d, h)
        self.read = nn.Linear(d, 4 * 10)
        self.hidden = torch.full((13, 13), -math.inf).triu(1)
        self.pairs = torch.randint(0, 28, (128, 12, 2))
        self.question = torch.randint(0, 92, (128, 6))
        self.targets = torch.randint(0, 10, (128 * 4,))

    def loss(self):
        x = torch.cat([self.table(self.pairs).sum(2), self.table(self.question).sum(1, keepdim=True)], dim=1)
        x = x + self.attention(x, self.hidden)
        return nn.functional.cross_entropy(self.read(x[:, -1]).view(-1, 10), self.targets)


class Block(nn.Module):
    def __init__(self, d, h, n=64):
        super().__init__()
        self.table, self.positions = nn.Embedding(64, d), nn.Parameter(torch.randn(n, d) * 0.1)
        self.norm_1, self.norm_2, self.norm = nn.LayerNorm(d), nn.LayerNorm(d), nn.LayerNorm(d)
        self.attention = Attention(d, h)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.ReLU(), nn.Linear(4 * d, d))
        self.read = nn.Linear(d, 64)
        self.hidden = torch.full((n, n), -math.inf).triu(1)
        self.inputs, self.targets = torch.randint(0, 64, (32, n)), torch.randint(0, 64, (32 * n,))

    def loss(self):
        x = self.table(self.inputs) + self.positions
        x = x + self.attention(self.norm_1(x), self.hidden)
        x = x + self.mlp(self.norm_2(x))
        return nn.functional.cross_entropy(self.read(self.norm(x)).flatten(0, 1), self.targets)


def step(model, optimizer):
    optimizer.zero_grad(set_to_none=True)
    model.loss().backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


def main():
    torch.manual_seed(1)
    print(f"PyTorch {torch.__version__}", flush=True)
    for line in sys.stdin:
        command, *rest = line.split()
        if command == "steps":
            clock, processor = time.perf_counter(), time.process_time()
            for _ in range(int(rest[0])):
                step(model, optimizer)
            print(time.perf_counter() - clock, time.process_time() - processor, flush=True)
            continue
        torch.set_num_threads(int(rest[2]) if command == "block" else 1)
        model = Needles(int(rest[0])) if command == "needles" else Block(int(rest[0]), int(rest[1]))
        optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.98), weight_decay=0.0)
        step(model, optimizer)
        print("ok", flush=True)


if __name__ == "__main__":
    main()
