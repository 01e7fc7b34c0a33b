"""The protocol of `navtree fuzz --against`: lines {"do": …} in, {"see": …} or {"cannot": WHY} out."""
import json, sys


class Cannot(Exception):
    """The app offers nothing of that kind now, and has done nothing."""


def serve(app):
    """Does what each line says by the app's method of that name, and tells what `app.see()` sees then."""
    for line in sys.stdin:
        do = json.loads(line)["do"]
        try:
            verb = next(verb for verb in ("reset", "action", "back", "open", "answer", "advance") if verb in do)
            getattr(app, verb)(do)
            answer = {"see": app.see()}
        except Cannot as why:
            answer = {"cannot": str(why)}
        except AttributeError:
            answer = {"cannot": "there is no way to %s" % verb}
        print(json.dumps(answer), flush=True)
