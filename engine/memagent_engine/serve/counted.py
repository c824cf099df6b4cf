"""What the sampler has done since it began, by which to say what bounds it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Counted:
    prompt_tokens: int = 0   # that were taken in
    shared_tokens: int = 0   # those of them that needed no computing
    sequences: int = 0
    admissions: int = 0      # how often some of them were taken in
    passes: int = 0          # over prompts
    pass_tokens: int = 0     # what they computed, filling included
    captured: int = 0        # of them, by a graph
    steps: int = 0           # of decoding
    step_slots: int = 0      # that they ran over, empty ones included
    step_sequences: int = 0  # that needed one
    step_waiting: int = 0    # that were not taken in yet
    waited: float = 0.0      # seconds for the device; what else it was at work is the host's time
