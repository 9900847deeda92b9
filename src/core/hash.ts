/** Stable hashes: the same value gives the same digest in every process and on every machine. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** JSON with keys sorted at every depth; undefined members are left out. Throws on what JSON cannot hold. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`canonicalJson: ${value} is not JSON`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const entries = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
  }
  throw new TypeError(`canonicalJson: a ${typeof value} is not JSON`);
}

/** SHA-256 of a text, 64 hex digits. */
export function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The last key with its HMAC begun, since a process signs with one key. */
let begun: { readonly key: string; readonly mac: ReturnType<typeof hmac.create> } | null = null;

/** HMAC-SHA-256 of bytes under a text key. */
export function sign(key: string, bytes: Uint8Array): Uint8Array {
  if (begun?.key !== key) begun = { key, mac: hmac.create(sha256, utf8ToBytes(key)) };
  return begun.mac.clone().update(bytes).digest();
}

/** Four unsigned 32-bit words of a text's digest, for seeding. */
export function words(text: string): [number, number, number, number] {
  const bytes = sha256(utf8ToBytes(text));
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(0), view.getUint32(4), view.getUint32(8), view.getUint32(12)];
}
