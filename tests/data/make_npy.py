#!/usr/bin/python3
"""Writes the NumPy files of tests/data/npy. Every type and order holds the same numbers, so that a test needs one table."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parent / "npy"
TABLE = np.array([[0, 1, 2], [3, 100, 127]])  # fits every type


def save(name, array, version=None):
    with open(FOLDER / f"{name}.npy", "wb") as file:
        np.lib.format.write_array(file, array, version=version)


def main():
    FOLDER.mkdir(exist_ok=True)
    for kind in ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]:
        save(f"table_{kind}", TABLE.astype("<" + kind))
        if kind[1] != "1":
            save(f"table_{kind}_big", TABLE.astype(">" + kind))
    save("table_f4_fortran", np.asfortranarray(TABLE.astype("<f4")))
    save("table_f8_big_fortran", np.asfortranarray(TABLE.astype(">f8")))
    save("table_bool", TABLE > 2)
    save("table_version2", TABLE.astype("<f4"), version=(2, 0))
    save("table_version3", TABLE.astype("<f4"), version=(3, 0))

    save("cube_c", np.arange(24, dtype="<f4").reshape(2, 3, 4))
    save("cube_fortran", np.asfortranarray(np.arange(24, dtype="<f4").reshape(2, 3, 4)))
    save("rank0", np.array(2.5, dtype="<f4"))
    save("rank1", np.array([1.5, -2.5], dtype="<f4"))
    save("rank4_fortran", np.asfortranarray(np.arange(16, dtype="<i2").reshape(2, 2, 2, 2)))
    save("rank5", np.zeros((1, 1, 1, 1, 1), dtype="<f4"))
    save("empty", np.zeros((0, 3), dtype="<f4"))

    # Extremes: the largest integers, numbers that float32 rounds or cannot hold, the smallest ones of each type.
    save("negative_i1", np.array([-128, -1], dtype="|i1"))
    save("extremes_i8", np.array([-(2**63), 2**63 - 1], dtype="<i8"))
    save("extremes_u8", np.array([2**64 - 1, 2**24 + 1], dtype="<u8"))
    save("rounding_f8", np.array([0.1, 1 + 2**-24, 1 + 2**-24 + 2**-40, 2**-149, 2**-151], dtype="<f8"))
    save("small_f2", np.array([2**-24, -(2**-14), 65504, 1 / 3], dtype="<f2"))
    save("beyond_float32", np.array([[1, 2], [3, -1e300]], dtype="<f8"))
    save("nan", np.array([[[0, 1], [2, 3]], [[4, np.nan], [np.inf, 7]]], dtype="<f4"))
    save("inf_fortran", np.asfortranarray(np.array([[0, 1, np.inf], [np.nan, 4, 5]], dtype="<f4")))

    save("mask_tiny_f8", np.array([[2.0**-60, 0.0, -0.0], [5e-324, 1e300, -1e-300]], dtype="<f8"))
    save("mask_large_u8", np.array([[2**63, 0], [0, 1]], dtype="<u8"))
    save("mask_added", np.array([[0, -np.inf], [0, 0]], dtype="<f4"))

    save("complex", np.zeros((2, 2), dtype="<c8"))
    save("unicode", np.array(["ab", "c"]))
    save("structured", np.zeros(2, dtype=[("a", "<f4"), ("b [x]", "<i4")]))
    with open(FOLDER / "object.npy", "wb") as file:
        np.lib.format.write_array(file, np.array([None, 1], dtype=object), allow_pickle=True)


if __name__ == "__main__":
    main()
