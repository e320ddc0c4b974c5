#!/usr/bin/python3
"""PyTorch's side of headscope_bench: one thread, no gradients, a line in, a line out, so that its calls can be timed in
turn with others'. Times are taken here, around the calls alone.

    load FILE N D_MODEL N_HEADS CAUSAL   the problem as Problem::write() wrote it; CAUSAL is 0 or 1     -> ok
    run MODULE CALLS                     seconds by the clock and of processor time of CALLS in a row   -> 0.00123 0.00122
    output MODULE FILE                   writes the output, float32                                     -> ok

MODULE: `multihead` is torch.nn.MultiheadAttention with each head's weights returned; `fast` is the same with batch_first,
which lets PyTorch take its fast path; `article` is the article's module.
"""

import ctypes
import sys
import time

import numpy as np
import torch
from torch import nn


class Article(nn.Module):
    def __init__(self, d_model, num_heads, dropout=0.1):
        super().__init__()
        self.num_heads = num_heads
        self.d_k = d_model // num_heads
        self.W_q = nn.Linear(d_model, d_model)
        self.W_k = nn.Linear(d_model, d_model)
        self.W_v = nn.Linear(d_model, d_model)
        self.W_o = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        batch = query.shape[0]

        def split(x):
            return x.view(batch, -1, self.num_heads, self.d_k).transpose(1, 2)

        Q, K, V = split(self.W_q(query)), split(self.W_k(key)), split(self.W_v(value))
        scores = torch.matmul(Q, K.transpose(-2, -1)) / torch.sqrt(torch.tensor(self.d_k, dtype=torch.float32))
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        attention = torch.softmax(scores, dim=-1)
        attention = self.dropout(attention)
        self.attention = attention  # the weights are wanted
        output = torch.matmul(attention, V)
        output = output.transpose(1, 2).contiguous().view(batch, -1, self.num_heads * self.d_k)
        return self.W_o(output)


def multihead(d, h, layers, batch_first):
    module = nn.MultiheadAttention(d, h, batch_first=batch_first)
    module.in_proj_weight.copy_(torch.cat([weight for weight, _ in layers[:3]]))
    module.in_proj_bias.copy_(torch.cat([bias for _, bias in layers[:3]]))
    module.out_proj.weight.copy_(layers[3][0])
    module.out_proj.bias.copy_(layers[3][1])
    return module.eval()


def article(d, h, layers):
    module = Article(d, h)
    for layer, (weight, bias) in zip((module.W_q, module.W_k, module.W_v, module.W_o), layers):
        layer.weight.copy_(weight)
        layer.bias.copy_(bias)
    return module.eval()


def load(path, n, d, h, causal):
    values = torch.from_numpy(np.fromfile(path, dtype=np.float32))
    X, rest = values[:n * d].view(1, n, d).clone(), values[n * d:].view(4, d * d + d)
    layers = [(layer[:d * d].view(d, d), layer[d * d:]) for layer in rest]
    # The masks that each takes with the least work: added to the scores, compared with 0.
    added = torch.full((n, n), float("-inf")).triu(1) if causal else None
    visible = torch.ones(n, n).tril()[None, None] if causal else None
    X_first = X.transpose(0, 1).contiguous()
    slow, fast, own = multihead(d, h, layers, False), multihead(d, h, layers, True), article(d, h, layers)
    return {
        "multihead": lambda: slow(X_first, X_first, X_first, attn_mask=added, average_attn_weights=False)[0],
        "fast": lambda: fast(X, X, X, attn_mask=added, average_attn_weights=False)[0],
        "article": lambda: own(X, X, X, visible),
    }


def seconds(call, calls):
    clock, processor = time.perf_counter(), time.thread_time()
    for _ in range(calls):
        call()
    return time.perf_counter() - clock, time.thread_time() - processor


def about():
    """PyTorch's version and the BLAS library that the linker gave it."""
    with open("/proc/self/maps") as maps:
        paths = sorted({line.split()[-1] for line in maps if "blas" in line and ".so" in line})
    for path in paths:
        try:
            library = ctypes.CDLL(path)
            library.openblas_get_corename.restype = ctypes.c_char_p
            library.openblas_get_config.restype = ctypes.c_char_p
            version = " ".join(library.openblas_get_config().decode().split()[:2])
            return f"PyTorch {torch.__version__} with {version} (kernels for {library.openblas_get_corename().decode()})"
        except (OSError, AttributeError):
            pass
    return f"PyTorch {torch.__version__} with {', '.join(paths) or 'a BLAS of its own'}"


def main():
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    print(about(), flush=True)
    modules = {}
    for line in sys.stdin:
        command, *arguments = line.rstrip("\n").split("\t")
        if command == "load":
            modules.clear()
            modules = load(arguments[0], *(int(x) for x in arguments[1:]))
            print("ok", flush=True)
        elif command == "run":
            print(*seconds(modules[arguments[0]], int(arguments[1])), flush=True)
        elif command == "output":
            modules[arguments[0]]().contiguous().numpy().tofile(arguments[1])
            print("ok", flush=True)


if __name__ == "__main__":
    main()
