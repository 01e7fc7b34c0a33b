"""A link to a server that can be held, slowed and cut: a proxy on the loopback interface."""

import asyncio


class Link:
    def __init__(self, port):
        self.target, self.port, self.connections = port, None, set()
        self.delay, self.drops, self.refuses = 0, False, False
        self.passage = asyncio.Event()
        self.passage.set()

    async def open(self):
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def accept(self, reader, writer):
        try:
            if self.refuses:
                return writer.transport.abort()
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.transport.abort()
        ends = (writer, back)
        self.connections.add(ends)
        tasks = [asyncio.create_task(self.carry(*pair)) for pair in ((reader, back), (there, writer))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for end in ends:
            end.transport.abort()
        self.connections.discard(ends)

    async def carry(self, reader, writer):
        try:
            while data := await reader.read(65536):
                await self.passage.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                if not self.drops:
                    writer.write(data)
                    await writer.drain()
        except OSError:
            pass

    def hold(self):
        """Keeps all bytes until the link is mended."""
        self.passage.clear()

    def drop(self):
        """Loses all bytes until the link is mended."""
        self.drops = True

    def cut(self):
        """Breaks all connections, and refuses others until the link is mended."""
        self.refuses = True
        for ends in self.connections:
            for end in ends:
                end.transport.abort()

    def mend(self):
        if self.drops:
            # A stream that has lost bytes carries nothing more.
            self.cut()
        self.delay, self.drops, self.refuses = 0, False, False
        self.passage.set()

    def close(self):
        self.server.close()
        self.mend()
