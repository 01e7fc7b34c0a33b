"""The counting screens as a machine of python-statemachine."""
from statemachine import State, StateMachine

from peer import serve


class Counter(StateMachine):
    list = State(initial=True)
    detail = State()
    push = list.to(detail, on="add") | detail.to(list, on="add")
    inc = list.to.itself(internal=True, on="count") | detail.to.itself(internal=True, on="count")

    def __init__(self):
        self.counts = [0]
        super().__init__()

    def add(self):
        self.counts.append(0)

    def count(self):
        self.counts[-1] += 1


machine = Counter()
serve(lambda screen: machine.push(), machine.inc)
