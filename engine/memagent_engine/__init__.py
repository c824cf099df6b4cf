"""The training side of MemAgent, in PyTorch."""
