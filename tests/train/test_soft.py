"""Soft labels come back as they were written, but for rounding."""

import numpy as np

from train import corpora


def test_soft_labels_survive_the_file(tmp_path):
    draw = np.random.default_rng(1)
    rows = np.concatenate([draw.dirichlet(np.ones(9) * 0.02, 40), draw.dirichlet(np.ones(3), 40)], 1)
    corpora.write_soft(tmp_path / "soft.npz", ["a", "b"], [rows[:15], rows[15:]], tags=9)
    back = corpora.read_soft(tmp_path / "soft.npz", 9, 3)
    assert np.abs(back["a"][:, :9] - rows[:15, :9]).max() < 0.02
    assert np.abs(back["b"][:, :9] - rows[15:, :9]).max() < 0.02


def test_a_word_clearly_outside_keeps_nothing_else(tmp_path):
    row = np.array([[0.999, 0.001, 0, 0, 0, 0.2, 0.3, 0.5]])
    corpora.write_soft(tmp_path / "soft.npz", ["a"], [row], tags=5)
    assert corpora.read_soft(tmp_path / "soft.npz", 5, 3)["a"].tolist() == [[1, 0, 0, 0, 0, 0, 0, 0]]
