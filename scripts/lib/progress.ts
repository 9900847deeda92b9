/** Progress on standard error: one line that is redrawn on a terminal, a line now and then elsewhere. */

export class Progress {
  readonly #label: string;
  readonly #total: number;
  readonly #from: number;
  readonly #start = performance.now();
  #printed = 0;
  #note = "";

  /** @param from where counting starts, when part was done before. */
  constructor(label: string, total: number, from = 0) {
    this.#label = label;
    this.#total = total;
    this.#from = from;
  }

  /** @param note what else is worth saying, e.g. successes so far. */
  at(count: number, note = ""): void {
    this.#note = note;
    const now = performance.now();
    const wait = process.stderr.isTTY ? 80 : 5000;
    if (now - this.#printed < wait && count < this.#total) return;
    this.#printed = now;
    this.#print(count);
  }

  done(summary: string): void {
    const seconds = ((performance.now() - this.#start) / 1000).toFixed(1);
    process.stderr.write(`${process.stderr.isTTY ? "\r\x1b[K" : ""}${this.#label}: ${summary} in ${seconds} s.\n`);
  }

  #print(count: number): void {
    const seconds = (performance.now() - this.#start) / 1000;
    const rate = (count - this.#from) / Math.max(0.001, seconds);
    const left = rate > 0 ? Math.ceil((this.#total - count) / rate) : 0;
    const text = `${this.#label}: ${count}/${this.#total} (${Math.floor((100 * count) / this.#total)} %), ${rate.toFixed(rate < 10 ? 1 : 0)}/s, ${left} s left${this.#note === "" ? "" : `, ${this.#note}`}`;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  }
}
