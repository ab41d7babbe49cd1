const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate++) {
  if (primes.every((prime) => candidate % prime)) primes.push(candidate);
}

/** FIPS 180-4 derives its constants from roots of primes. Computing them takes less code than a list. */
const constants = (root: (prime: number) => number) =>
  primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0);
const ROUND = constants(Math.cbrt);
const START = constants(Math.sqrt).slice(0, 8);

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

type Eight = [number, number, number, number, number, number, number, number];

/**
 * SHA-256 as hex. `crypto.subtle` is missing on pages that came over http; with this one for all pages
 * a device has the same fingerprint on both, and nothing waits for it.
 */
export function sha256Hex(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);

  let state = START;
  for (let block = 0; block < padded.byteLength; block += 64) {
    const words: number[] = [];
    let mixed = state;
    for (let i = 0; i < 64; i++) {
      const w15 = words[i - 15]!;
      const w2 = words[i - 2]!;
      words[i] =
        i < 16
          ? padded.getInt32(block + i * 4)
          : (words[i - 16]! +
              words[i - 7]! +
              (rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)) +
              (rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10))) |
            0;
      const [a, b, c, d, e, f, g, h] = mixed as Eight;
      const first =
        h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!;
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      mixed = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    state = state.map((word, i) => (word + mixed[i]!) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
