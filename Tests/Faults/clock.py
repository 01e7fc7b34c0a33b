"""A wall clock of processes that is moved while they run."""

import mmap
import os
import shutil
import struct
import subprocess
import sys

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")


class Clock:
    def __init__(self, folder):
        self.library, self.path = folder + "/clock.so", folder + "/clock"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.library, SOURCE], check=True)
        with open(self.path, "wb") as file:
            file.write(bytes(16))
        with open(self.path, "r+b") as file:
            self.shared = mmap.mmap(file.fileno(), 16)

    @staticmethod
    def lack(binary):
        """What the machine lacks; None if nothing."""
        if sys.platform != "linux" or not shutil.which("cc"):
            return "a library can't be put before the system's: that needs Linux and a C compiler"
        with open(binary, "rb") as file:
            if b"/ld-" not in file.read(1 << 12):
                return "a static binary reads no other clock than the machine's"

    @property
    def environment(self):
        return {**os.environ, "LD_PRELOAD": self.library, "CLOCK_FILE": self.path}

    @property
    def readings(self):
        return struct.unpack_from("q", self.shared, 8)[0]

    def step(self, hours):
        """Sets it so many hours from the machine's."""
        struct.pack_into("q", self.shared, 0, int(hours * 3600))
