"""A bot that knows no flow, walks one by `state.actions`, and fails when it's refused a possible action:
python3 Specs/hosts/explorer.py Specs/shop.navtree.yaml 10000
"""
import json, random, re, subprocess, sys, urllib.parse

FORMATS = {"date": "2026-03-01", "date-time": "2026-03-01T09:30:00Z", "uri": "https://example.org/a",
           "email": "ada@example.org", "uuid": "123e4567-e89b-12d3-a456-426614174000"}
TEXTS = ["ada", "AB-12", "ABC-1", "/a", *FORMATS.values(), *(letter * n for letter in "aA1" for n in range(1, 13))]
dice, pipe = random.Random(1), subprocess.PIPE
navtree = subprocess.Popen(["navtree", "serve", "--clock", "virtual", "--limit", "firings=1000", sys.argv[1]],
                           stdin=pipe, stdout=pipe, universal_newlines=True)


def call(method, params):
    navtree.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
    navtree.stdin.flush()
    return next(answer for answer in map(json.loads, navtree.stdout) if "id" in answer)


def value(schema):
    """A random value that fits a schema."""
    if "const" in schema or "enum" in schema:
        return dice.choice(schema.get("enum", [schema.get("const")]))
    kind = schema.get("type", "object" if "allOf" in schema else "string")
    kind = dice.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":  # What fits all parts has no member that one of them doesn't declare.
        parts = [part.get("properties", {}) for part in schema.get("allOf", [schema])]
        return {name: value({word: part[name][word] for part in parts for word in part[name]})
                for name in parts[0] if all(name in part for part in parts)}
    if kind == "array":
        return [value(schema.get("items", {})) for _ in range(dice.randint(schema.get("minItems", 0), 3))]
    if kind == "string":
        fits = range(schema.get("minLength", 0), schema.get("maxLength", 99) + 1)
        texts = [text for text in TEXTS if len(text) in fits and re.search(schema.get("pattern", ""), text)]
        return FORMATS.get(schema.get("format")) or dice.choice(texts or [""])
    number = min(max(dice.randint(0, 3), schema.get("minimum", 0)), schema.get("maximum", 99))
    return {"null": None, "boolean": number > 1}.get(kind, number)


at, taken = None, 0
for step in range(int(sys.argv[2])):
    here = call("state.actions", {"at": at} if at else {"all": True})["result"]
    rows = [row for row in here["actions"] if row["possible"] != "no"] + here["navigation"]
    row = dice.choice(rows + here.get("links", []) + here["owed"]["effects"] + here["owed"]["timers"])
    method, params = row.get("method", "effect.fail"), row.get("params", {"effect": row.get("effect")})
    if "possible" in row:
        method, params = "dispatch", {"at": row.get("at", at), "action": value(row["payload"])}
        params["action"]["type"] = row["action"]
    elif "waits" in row:
        texts = {name: urllib.parse.quote(str(text)) for name, text in value(params).items()}
        method, params = "link.open", {"url": re.sub(r"{(\w+).*?}", lambda name: texts[name[1]], row["url"])}
    elif "due" in row:
        method, params = "clock.advance", {"by": 1000}
    answer = call(method, params)
    why = answer.get("error", {"data": {"chain": []}})["data"]
    if row.get("possible") == "yes" and "chain" not in why and why["kind"] in ["notHandled", "rejected"]:
        sys.exit("%s is refused: %s" % (params, answer))
    taken += "result" in answer
    at = answer.get("result", {}).get("active") if step % 20 else None
print("%d steps, %d of them taken" % (step + 1, taken))
