"""The loop of a peer in Python: the requests of the benchmark in, the answers as navtree writes them out."""
import json
import os


def serve(push, inc):
    """Calls `push` with the name of the screen that is pushed, and `inc` for the active screen to count."""
    path = "/main"
    seq = 0
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        answers = []
        for line in lines:
            seq += 1
            request = json.loads(line)
            params = request["params"]
            if request["method"] == "push":
                push(params["screen"])
                path += "/" + params["screen"]
                result = {"seq": seq, "active": path}
            else:
                inc()
                result = {"seq": seq, "handledBy": path, "active": path}
            answer = {"jsonrpc": "2.0", "id": request["id"], "result": result}
            answers.append(json.dumps(answer, separators=(",", ":")) + "\n")
        # As for navtree, the answers of one read are written together.
        output = memoryview("".join(answers).encode())
        while output:
            output = output[os.write(1, output):]
