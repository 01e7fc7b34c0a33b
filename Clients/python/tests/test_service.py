"""The service of Docs/guides/embedding.md, with 50 users, while its process is killed."""

import asyncio
import os
import random
import re
import signal

from conftest import HERE, PATIENCE, WORK, children, times

USERS = 50
KILLS = times(4, 60)
PAGE = HERE.parent.parent.parent / "Docs" / "guides" / "embedding.md"


def service_class():
    [code] = re.findall(r"## A service in Python\n.*?```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    names = {}
    exec(compile(code, str(PAGE), "exec"), names)
    return names["Service"]


def test_fifty_users_lose_nothing(tmp_path):
    seeded = random.Random(1)

    async def main():
        service = service_class()(WORK, f"sqlite:{tmp_path / 'a.db'}")
        done = 0

        async def job(input):
            await asyncio.sleep(seeded.uniform(0, 0.01))
            return input

        async def use(user):
            nonlocal done
            number = 0
            while not is_over:
                number += 1
                await service.act(user, "inc")
                await service.act(user, "ask", number=number)
                done += 2
            return number

        async def kill():
            for _ in range(KILLS):
                before = done
                while done < before + USERS:
                    await asyncio.sleep(0.001)
                if service.app.pid is not None:
                    os.kill(service.app.pid, signal.SIGKILL)

        is_over = False
        service.app.effect("job", job)
        async with service.app:
            users = [f"user {number}" for number in range(USERS)]
            tasks = [asyncio.ensure_future(use(user)) for user in users]
            await kill()
            is_over = True
            counts = await asyncio.gather(*tasks)
            # One that nobody has asked for since the last death is opened again, and asks for what it owes.
            states = [await service.state(user) for user in users]
            await service.app.settled()
            states = [await service.state(user) for user in users]
            assert [state["count"] for state in states] == counts
            assert [sorted(state["done"]) for state in states] == [list(range(1, n + 1)) for n in counts]
            assert len(children()) == 1

    asyncio.run(asyncio.wait_for(main(), PATIENCE))
