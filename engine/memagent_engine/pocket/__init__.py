"""Pocket: a small reader made from random weights.

The files in the order of the road: `sources`, `corpus`, `tokenizer`, `shards` (text to
tokens), `model`, `optim`, `train_lm` (a language model), `traces`, `packing`, `train_read`
(the reading skill), `checkpoint`, `export` (what leaves). All numbers are in `settings`.
"""
