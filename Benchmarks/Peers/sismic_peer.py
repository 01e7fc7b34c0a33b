"""The counting screens as a statechart of Sismic."""
from sismic.interpreter import Interpreter
from sismic.io import import_from_yaml

from peer import serve

CHART = """
statechart:
  name: counter
  preamble: counts = [0]
  root state:
    name: root
    initial: list
    states:
      - name: list
        transitions:
          - { event: push, target: detail, action: counts.append(0) }
          - { event: inc, action: "counts[-1] += 1" }
      - name: detail
        transitions:
          - { event: push, target: list, action: counts.append(0) }
          - { event: inc, action: "counts[-1] += 1" }
"""
interpreter = Interpreter(import_from_yaml(CHART))
interpreter.execute()
serve(lambda screen: interpreter.queue("push").execute(), lambda: interpreter.queue("inc").execute())
