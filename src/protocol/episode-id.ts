/** Episode ids: structured and signed, so that a forged or mistyped one is refused without touching an object. */
import { sign } from "../core/hash.ts";

/** 32 bytes of object id, one of the episode's number in it, eight of signature. */
const OBJECT_BYTES = 32;
const TAG_BYTES = 8;
const TOTAL = OBJECT_BYTES + 1 + TAG_BYTES;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export interface EpisodeAddress {
  /** The object's id, 64 hex digits. */
  readonly objectId: string;
  /** Number of the episode in its object, 0 to 127. */
  readonly number: number;
}

/** Rule EP10. The id of an episode under a signing key. */
export function encodeEpisodeId(address: EpisodeAddress, key: string): string {
  const bytes = new Uint8Array(TOTAL);
  for (let n = 0; n < OBJECT_BYTES; n += 1) bytes[n] = Number.parseInt(address.objectId.slice(2 * n, 2 * n + 2), 16);
  bytes[OBJECT_BYTES] = address.number;
  bytes.set(sign(key, bytes.slice(0, OBJECT_BYTES + 1)).slice(0, TAG_BYTES), OBJECT_BYTES + 1);
  return `ep_${base64url(bytes)}`;
}

/** The address behind an id; null when it is malformed or was not signed with the key. */
export function decodeEpisodeId(id: string, key: string): EpisodeAddress | null {
  const bytes = id.startsWith("ep_") && id.length === 3 + Math.ceil((TOTAL * 8) / 6) ? fromBase64url(id.slice(3)) : null;
  if (bytes === null) return null;
  const tag = sign(key, bytes.slice(0, OBJECT_BYTES + 1));
  let difference = 0;
  for (let n = 0; n < TAG_BYTES; n += 1) difference |= (tag[n] as number) ^ (bytes[OBJECT_BYTES + 1 + n] as number);
  if (difference !== 0) return null;
  const objectId = [...bytes.slice(0, OBJECT_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { objectId, number: bytes[OBJECT_BYTES] as number };
}

function base64url(bytes: Uint8Array): string {
  let text = "";
  for (let bit = 0; bit < bytes.length * 8; bit += 6) {
    const at = bit >> 3;
    const pair = ((bytes[at] as number) << 8) | (bytes[at + 1] ?? 0);
    text += ALPHABET[(pair >> (10 - (bit & 7))) & 63];
  }
  return text;
}

function fromBase64url(text: string): Uint8Array | null {
  const bytes = new Uint8Array(TOTAL);
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      if (at < TOTAL) bytes[at] = (held >> bits) & 0xff;
      at += 1;
    }
  }
  return base64url(bytes) === text ? bytes : null;
}
