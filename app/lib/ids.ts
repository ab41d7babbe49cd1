import { v7 } from "uuid";

const ID = /^[A-Za-z0-9-]{1,36}$/;

/**
 * Whether a string can be an id. Others never reach a query: MySQL refuses to compare them with an ASCII
 * column.
 */
export function isId(text: string): boolean {
  return ID.test(text);
}

const RANDOM_BYTES = 16;
// One call for many ids: it takes several times as long as the rest of an id.
const randomBatch = new Uint8Array(256 * RANDOM_BYTES);
let usedBytes = randomBatch.length;

function takeRandom(): Uint8Array {
  if (usedBytes === randomBatch.length) {
    crypto.getRandomValues(randomBatch);
    usedBytes = 0;
  }
  const from = usedBytes;
  usedBytes += RANDOM_BYTES;
  return randomBatch.subarray(from, usedBytes);
}

let lastMs = 0;
let sequence = 0;

/** Creates a UUIDv7: within one process, later ids sort later. */
export function newId(): string {
  const random = takeRandom();
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // Random, with its highest bit free: RFC 9562, 6.2, method 1.
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) & 0x7fffffff;
  } else {
    sequence += 1;
    if (sequence > 0xffffffff) {
      sequence = 0;
      lastMs += 1;
    }
  }
  return v7({ msecs: lastMs, seq: sequence, random });
}

/** The smallest id that can be created at a time: ids before it are older. */
export function firstIdAt(time: Date): string {
  return v7({ msecs: time.getTime(), seq: 0, random: new Uint8Array(16) });
}

/** When an id was created. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** What a browser or program may call a device: visible characters, in a header or in a body. */
export const DEVICE_ID = /^[\x21-\x7e]{1,64}$/;
