"""The counting screens as a machine of transitions."""
from transitions import Machine

from peer import serve


class Counter:
    def __init__(self):
        self.counts = [0]

    def add(self):
        self.counts.append(0)

    def count(self):
        self.counts[-1] += 1


counter = Counter()
machine = Machine(counter, states=["list", "detail"], initial="list", auto_transitions=False)
machine.add_transition("push", "list", "detail", before="add")
machine.add_transition("push", "detail", "list", before="add")
# Without a target it stays, and enters nothing.
machine.add_transition("inc", ["list", "detail"], None, before="count")
serve(lambda screen: counter.push(), lambda: counter.inc())
