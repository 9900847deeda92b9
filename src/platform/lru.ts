/** A small least-recently-used cache of promises, so that equal questions asked at once are asked once. */
export class Lru<V> {
  readonly #entries = new Map<string, Promise<V>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The cached answer, or the loader's; a failed answer is not kept. */
  get(key: string, load: () => Promise<V>): Promise<V> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const fresh = load();
    this.#entries.set(key, fresh);
    fresh.catch(() => this.#entries.delete(key));
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value as string);
    return fresh;
  }
}
