"""The single-machine engine: a server of the Tinker protocol on PyTorch.

In the order of a request: `app` (HTTP), `wire`, `protobuf`, `frames` (bytes to data), `worker` (the one
thread that owns the device), `trainer` and `losses` (gradients), `sampler` and `choice` (tokens),
`network` and `weights` (the model), `checkpoints` and `export` (what stays). `docs/engine.md` is the guide.
"""
