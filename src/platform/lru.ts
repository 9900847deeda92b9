/**
 * A small least-recently-used cache of answers. It holds values, never promises: a promise belongs to the request or object that
 * began it, and would be left hanging for all others if that one went away.
 */
export class Lru<V extends object> {
  readonly #entries = new Map<string, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * The cached answer, or the loader's; a failed one is not kept.
   *
   * @param keep whether a fresh answer may be kept.
   */
  async get(key: string, load: () => Promise<V>, keep: (value: V) => boolean = () => true): Promise<V> {
    const known = this.#entries.get(key);
    const value = known ?? (await load());
    this.#entries.delete(key);
    if (!keep(value)) return value;
    this.#entries.set(key, value);
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value as string);
    return value;
  }
}

/** The last `most` things that were found out, by name; what was found or asked for longest ago is forgotten first. */
export class Known<V extends object> {
  readonly #entries = new Map<string, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): V | null {
    return this.#entries.get(name) ?? null;
  }

  set(name: string, value: V): V {
    this.#entries.delete(name);
    this.#entries.set(name, value);
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value as string);
    return value;
  }
}
