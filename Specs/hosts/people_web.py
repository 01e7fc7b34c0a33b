"""An adapter for a web page, in a browser without a window that is driven over the DevTools protocol:
navtree fuzz Specs/hosts/people.navtree.yaml --against 'python3 Specs/hosts/people_web.py'
"""
import json, os, pathlib, shutil, subprocess, sys, tempfile

from adapter import Cannot, serve

PAGE = pathlib.Path(__file__).resolve().with_name("people.html").as_uri()

# Runs before the page: requests wait for their answers, and the clock moves only when it is told.
FAKES = """
const requests = new Set()
window.fetch = (url, {signal}) => new Promise((done, failed) => {
  const request = {url, done, failed}
  requests.add(request)
  signal.addEventListener('abort', () => requests.delete(request))
})
const turn = window.setTimeout.bind(window)
window.settled = () => new Promise(done => turn(done))
const timers = new Map()
let now = 0, last = 0
window.setTimeout = (run, delay = 0) => { timers.set(++last, {run, due: now + delay}); return last }
window.clearTimeout = id => timers.delete(id)
window.advance = by => {
  for (const end = now + by; ; ) {
    const [id, timer] = [...timers].filter(([, timer]) => timer.due <= end).sort((a, b) => a[1].due - b[1].due)[0] ?? []
    if (!timer) { now = end; return true }
    now = timer.due
    timers.delete(id)
    timer.run()
  }
}
window.answer = (of, output) => {
  const found = [...requests].filter(({url}) => JSON.parse(decodeURIComponent(url.split('of=')[1])) === of)
  // Two requests of one URL can't be told apart.
  if (found.length !== 1) return false
  requests.delete(found[0])
  if (output) found[0].done({ok: true, json: async () => output})
  else found[0].failed(new TypeError('offline'))
  return true
}
window.press = (selector, index) => {
  const found = document.querySelectorAll(selector)[index]
  if (!found || found.disabled) return false
  found.click()
  return true
}
window.type = text => {
  const input = document.querySelector('input')
  // An input takes no line breaks.
  if (!input || text.length > input.maxLength || /[\\r\\n]/.test(text)) return false
  input.value = text
  input.dispatchEvent(new Event('input'))
  return true
}
window.visit = path => {
  // A URL that is there already is opened again.
  if (location.hash === '#' + path) dispatchEvent(new Event('hashchange'))
  else location.hash = path
  return true
}
window.look = () => {
  const find = selector => document.querySelector(selector)
  const {screen, path} = find('main').dataset
  const state = {
    people: () => ({
      status: find('#status').textContent, shown: [...document.querySelectorAll('li')].map(row => row.textContent),
    }),
    person: () => ({follows: find('#follow').ariaPressed === 'true', notice: !find('#notice').hidden}),
    filter: () => ({text: find('input').value}),
  }[screen]()
  return {active: {screen, at: '/main' + path}, title: find('h1').textContent, state: {[screen]: state}}
}
"""


class Browser:
    """Chromium, which takes JSON on its third descriptor and answers on its fourth, each ended by a zero byte."""

    def __init__(self, program):
        self.folder = tempfile.mkdtemp()
        reading, self.writing = os.pipe()
        self.reading, writing = os.pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                   "--remote-debugging-pipe", "--user-data-dir=" + self.folder, "about:blank"]
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", 'exec "$0" "$@" 3<&%d 4>&%d' % (reading, writing), program] + options,
            pass_fds=(reading, writing), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reading)
        os.close(writing)
        self.pending, self.last, self.session = b"", 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def message(self):
        while b"\0" not in self.pending:
            chunk = os.read(self.reading, 1 << 20)
            if not chunk:
                sys.exit("the browser has ended")
            self.pending += chunk
        line, _, self.pending = self.pending.partition(b"\0")
        return json.loads(line)

    def call(self, method, **params):
        self.last += 1
        request = {"id": self.last, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.writing, json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.last:
                if "error" in message:
                    sys.exit("%s: %s" % (method, message["error"]))
                return message["result"]

    def run(self, function, *values):
        """Calls a function of the page, and waits until what it began has settled."""
        call = "%s(%s)" % (function, ", ".join(json.dumps(value) for value in values))
        settled = "(async () => { const result = %s; await settled(); return result })()" % call
        answer = self.call("Runtime.evaluate", expression=settled, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit("the page fails: %s" % answer["exceptionDetails"])
        return answer["result"].get("value")

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    """people.html: its user presses what is on the screen, and nothing else."""

    BUTTONS = ("retry", "openFilter", "follow", "openFollowers", "apply", "discard")

    def __init__(self, browser):
        self.browser, self.loads = browser, 0
        browser.call("Page.enable")
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=FAKES)

    def run(self, *call):
        if not self.browser.run(*call):
            raise Cannot("nothing on the screen does that")

    def reset(self, do):
        # With another query it is a new page, whatever is behind '#'.
        self.loads += 1
        self.browser.call("Page.navigate", url="%s?%s" % (PAGE, "&".join(sys.argv[1:] + [str(self.loads)])))
        while self.browser.message().get("method") != "Page.loadEventFired":
            pass

    def action(self, do):
        action = do["action"]
        name = action["type"]
        if do["at"] != self.see()["active"]["at"]:
            raise Cannot("%s isn't on the screen" % do["at"])
        if name in self.BUTTONS:
            self.run("press", "#" + name, 0)
        elif name == "open":
            self.run("press", "li button", action["index"])
        elif name == "edit":
            self.run("type", action["text"])
        else:
            raise Cannot("users don't do that")

    def open(self, do):
        self.run("visit", do["open"])

    def back(self, do):
        self.run("press", "#back", 0)

    def answer(self, do):
        answer = do["answer"]
        self.run("answer", answer["input"]["of"], answer.get("output"))

    def advance(self, do):
        self.run("advance", do["advance"])

    def see(self):
        return self.browser.run("look")


program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if not program:
    sys.exit("there is no Chromium")
browser = Browser(program)
try:
    serve(Page(browser))
finally:
    browser.end()
