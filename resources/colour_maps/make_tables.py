#!/usr/bin/env python3
"""Writes ui/present/colour_tables.h: 256 colours for each of Headscope's colour maps.

viridis, cividis and magma are Matplotlib's tables (CC0), rounded to 8 bits, where two entries of viridis and one of
cividis coincide with their neighbours. Grey is our own: 256 steps of equal CIELAB
lightness. There are fewer than 256 pure greys on that stretch, so the three channels may differ by one step: too little
to be seen as a colour, enough for every entry to be its own.

Usage: make_tables.py > ui/present/colour_tables.h      (needs python3-matplotlib)
"""
from itertools import product

from matplotlib import colormaps

GREY_DARKEST, GREY_LIGHTEST = (31, 31, 31), (243, 243, 243)  # neither end vanishes on a black or a white ground


def luminance(rgb):
    def linear(c):
        c /= 255
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    r, g, b = (linear(c) for c in rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def lightness(rgb):
    y = luminance(rgb)
    return 116 * y ** (1 / 3) - 16 if y > (6 / 29) ** 3 else y * (29 / 3) ** 3


def greys():
    near = [tuple(base + step for step in steps)
            for base in range(255) for steps in product((0, 1), repeat=3)]
    by_lightness = sorted({(lightness(rgb), rgb) for rgb in near})
    darkest, lightest = lightness(GREY_DARKEST), lightness(GREY_LIGHTEST)
    table = []
    for i in range(256):
        wanted = darkest + (lightest - darkest) * i / 255
        table.append(min(by_lightness, key=lambda entry: abs(entry[0] - wanted))[1])
    return table


def matplotlib_table(name):
    return [tuple(round(255 * c) for c in rgb) for rgb in colormaps[name].colors]


def main():
    tables = {name: matplotlib_table(name) for name in ("viridis", "cividis", "magma")}
    tables["grey"] = greys()
    print("#pragma once\n")
    print("// Written by resources/colour_maps/make_tables.py; do not edit.\n")
    print("#include <array>\n\n#include <QRgb>\n")
    print("namespace headscope::ui::tables {\n")
    print("// clang-format off")
    for name, table in tables.items():
        print(f"inline constexpr std::array<QRgb, 256> {name}{{")
        for start in range(0, 256, 8):
            print("    " + " ".join("0xff%02x%02x%02xU," % rgb for rgb in table[start:start + 8]))
        print("};")
    print("// clang-format on\n")
    print("} // namespace headscope::ui::tables")


if __name__ == "__main__":
    main()
