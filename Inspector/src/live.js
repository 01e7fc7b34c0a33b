// The connection to `navtree inspect`: lines by server-sent events, calls by JSON-RPC.

export class Live {
  constructor() {
    const found = /(?:^|[#&])token=([0-9a-f]+)/.exec(location.hash);
    this.token = found ? found[1] : kept();
    if (found) {
      keep(this.token);
      history.replaceState(null, "", location.pathname + location.search);
    }
    this.lastID = 0;
  }

  get headers() {
    return { Authorization: "Bearer " + this.token };
  }

  /** Reads lines for ever: `take(lines)` gets each batch, `tell(sentence)` the state of the connection. */
  async follow(take, tell) {
    let pause = 250;
    for (;;) {
      try {
        const answer = await fetch("events", { headers: this.headers, cache: "no-store" });
        if (answer.status === 401 || answer.status === 403) {
          tell("The server refuses the token: open the URL that navtree inspect prints.", true);
          return;
        }
        if (!answer.ok || !answer.body) throw new Error("status " + answer.status);
        tell("");
        pause = 250;
        await this.read(answer.body.getReader(), take);
      } catch {
        // The next attempt tells more.
      }
      tell("The connection is lost; trying again.");
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, 5000);
    }
  }

  async read(reader, take) {
    const decoder = new TextDecoder();
    // A long line comes in many pieces, which are joined once.
    let pieces = [];
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const piece = decoder.decode(value, { stream: true });
      pieces.push(piece);
      if (!piece.includes("\n")) continue;
      const rows = pieces.join("").split("\n");
      pieces = [rows.pop()];
      const lines = rows.filter((row) => row.startsWith("data:")).map((row) => row.slice(5).trim());
      if (lines.length > 0) take(lines);
    }
  }

  /** Calls a method; throws the error's data. */
  async call(method, params) {
    const answer = await fetch("rpc", {
      method: "POST",
      headers: { ...this.headers, "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: ++this.lastID, method, params }),
    });
    if (!answer.ok) throw new CallError({ kind: "http", message: "the server answers " + answer.status });
    const { result, error } = await answer.json();
    if (error) throw new CallError(error.data || error);
    return result;
  }
}

/** The tab keeps the token, so that the page can be loaded again. */
function keep(token) {
  try {
    sessionStorage.setItem("token", token);
  } catch {
    // Browsers may forbid it.
  }
}

function kept() {
  try {
    return sessionStorage.getItem("token") || "";
  } catch {
    return "";
  }
}

export class CallError extends Error {
  constructor(data) {
    super((data.kind ? data.kind + ": " : "") + data.message + (data.hint ? " (" + data.hint + ")" : ""));
    this.data = data;
  }
}
