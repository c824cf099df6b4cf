"""What a client did wrong, said so that it can be put right."""

from __future__ import annotations


class Problem(Exception):
    """An error of the client's: an HTTP status and a message that names what is wrong."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status
