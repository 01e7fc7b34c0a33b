"""What the expressions read, the same for every engine."""

USERS = [{"id": i, "name": f"Person {i}"} for i in range(20)]

BINDINGS = {
    "state": {"count": 41, "query": "son 1", "text": "son 1", "items": USERS},
    "params": {"of": None, "query": "son 1", "user": {"id": 12, "name": "Person 12"}},
    "action": {"index": 3, "query": "son 1"},
    "shared": {"followed": {str(i): True for i in range(10, 20)}},
}
