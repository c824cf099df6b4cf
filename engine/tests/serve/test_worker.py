"""The device's thread: the order of its work, and that it can be started again."""

from __future__ import annotations

import asyncio

from memagent_engine.serve.engine import Engine
from memagent_engine.serve.promises import Plain, Promise
from memagent_engine.serve.worker import Later


def test_a_result_is_read_when_the_next_job_is_launched(engine: Engine) -> None:
    worker, loop, seen = engine.worker, asyncio.new_event_loop(), []
    promises = [Promise(loop) for _ in range(4)]

    def launch(name: str) -> Later:
        def read() -> Plain:
            seen.append(f"read {name}")
            if name == "b":
                raise RuntimeError("the device failed")
            return Plain({"name": name})

        seen.append(name)
        return Later(read)

    def fails() -> None:
        seen.append("c")
        raise ValueError("no such thing")

    for job, promise in zip((lambda: launch("a"), lambda: launch("b"), fails, lambda: launch("d")), promises, strict=True):
        worker.submit(job, promise)
    worker.start()
    assert loop.run_until_complete(promises[-1].wait(10))
    worker.stop()
    loop.close()
    assert seen == ["a", "b", "read a", "c", "read b", "d", "read d"]
    assert [p.result.json()["name"] if p.result else p.error[0] for p in promises] == [
        "a", "RuntimeError: the device failed", "ValueError: no such thing", "d",
    ]


def test_it_starts_again_after_a_stop(engine: Engine, serve) -> None:
    for _ in range(2):
        loop = asyncio.new_event_loop()
        promise = Promise(loop)
        engine.worker.submit(lambda: Plain({}), promise)
        engine.worker.start()
        assert loop.run_until_complete(promise.wait(10))
        engine.worker.stop()
        loop.close()
        assert promise.result is not None
    assert serve(engine).get("healthz") == {"status": "ok"}
