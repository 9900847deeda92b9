/** A lean HTTP client that keeps its connections and times each call on its own, without reading what it got. */
import { Agent, request } from "node:http";

/** Milliseconds after which a call is given up. */
const TIMEOUT_MS = 60_000;

/** One call as it went. */
export interface Timed {
  /** From the request's first byte to the reply's last. */
  readonly milliseconds: number;
  readonly text: string;
}

export class Connections {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #known = new WeakSet<object>();
  #opened = 0;
  #calls = 0;

  /** @param most connections open at once. */
  constructor(url: string, most: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: most });
  }

  /** Connections opened so far: a few when they are kept, one a call when they are not. */
  get opened(): number {
    return this.#opened;
  }

  get calls(): number {
    return this.#calls;
  }

  /** @throws Error when the call is answered with anything but success, or not at all. */
  async call(method: "POST" | "DELETE", path: string, body: unknown): Promise<Timed> {
    const content = JSON.stringify(body);
    this.#calls += 1;
    const start = performance.now();
    const { status, text } = await this.#exchange(method, path, content);
    const milliseconds = performance.now() - start;
    if (status < 200 || status > 299) throw new Error(`${method} ${path} is answered ${status}: ${text.slice(0, 500)}`);
    return { milliseconds, text };
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange(method: string, path: string, content: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(content) };
      const call = request(`${this.#url}${path}`, { method, agent: this.#agent, timeout: TIMEOUT_MS, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      call.on("socket", (socket) => {
        if (!this.#known.has(socket)) this.#opened += 1;
        this.#known.add(socket);
      });
      call.on("timeout", () => call.destroy(new Error(`${method} ${path} is not answered within ${TIMEOUT_MS} ms`)));
      call.on("error", reject);
      call.end(content);
    });
  }
}
