"""What a client knows of a session that it follows: what it was told is compared with what it can ask for."""
from server import apply_list, apply_patch

FORMS = ("patch", "value", "list", "query", "transitions", "actions", "lifecycle")


def standing(rows):
    """Where each screen stands, by its id."""
    return {r["id"]: tuple(r.get(k) for k in ("screen", "parent", "slot", "selected", "focus")) for r in rows}


class Followed:
    """One subscription, and the value that its notifications add up to."""

    def __init__(self, form, window, list_at=None):
        self.form, self.number, self.value = form, None, None
        self.pending = []  # the seq and the number of the transitions of each change that isn't acknowledged
        place, rows = {"at": "/" + window}, {"expr": "screens.map(s, [s.id, s.params, s.state])"}
        items = {"at": list_at or "/" + window, "pointer": "/state/items"}
        self.params, self.question = {
            "patch": (place, ("state.get", place)),
            "value": ({**place, "depth": 2, "form": "value"}, ("state.get", {**place, "depth": 2})),
            "list": ({**items, "form": "list"}, ("state.get", items)),
            "query": ({"query": rows}, ("state.query", rows)),
            "transitions": ({"form": "transitions", "acknowledge": True}, None),
            "actions": ({"form": "actions"}, None),
            "lifecycle": ({"lifecycle": True}, None),
        }[form]

    def begin(self, answer):
        self.number, self.value = answer["subscription"], answer.get("value")
        if self.form == "transitions":
            self.value = {r["id"]: r for r in self.value}

    def tell(self, method, told):
        if method == "state.transitions":
            self.pending.append((told["seq"], len(told["transitions"])))
            for transition in told["transitions"]:
                for row in transition["removed"]:
                    del self.value[row["id"]]
                self.value.update((row["id"], row) for row in transition["created"])
                if transition["op"] in ("select", "focus"):
                    self.value[transition["from"]]["selected" if transition["op"] == "select" else "focus"] = transition.get("slot")
        elif method == "state.changed":
            if "patch" in told:
                self.value = apply_patch(self.value, told["patch"])
            elif "list" in told:
                self.value = apply_list(self.value, told["list"])
            else:
                self.value = told["value"]

    def difference(self, ask, snapshot):
        """What it knows and what is so, if they differ; `ask` gives an answer and an error."""
        if self.form == "transitions":
            known, (true, _) = sum(n for _, n in self.pending), ask("state.query", {"expr": "transitions.pending"})
            if known != true:
                return known, true
            known, true = standing(self.value.values()), standing(snapshot["rows"])
        elif self.question:
            known, (true, error) = self.value, ask(*self.question)
            # Nothing is at that place, or the query fails: that is told as null.
            true = None if error else true
            if self.question[0] == "state.get" and isinstance(true, dict):
                true.pop("transitions", None)  # which isn't the screen's
        else:
            return None
        return None if known == true else (known, true)
