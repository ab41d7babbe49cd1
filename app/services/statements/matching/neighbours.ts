import { DAY, HOUR } from "#app/lib/dates.ts";
import type { Client, Clients } from "./clients.ts";
import type { Coverage } from "./doubt-file.ts";
import type { HeldClaim } from "./find-hits.ts";
import { type Proof, toProof } from "./proofs.ts";
import type { FileFacts, NeighbourRows } from "./types.ts";

/** In an unknown zone a period is longer by the day of all places on earth. */
const ALL_ZONES = 26 * HOUR;

/** Of a claim so near an end of the file, the right row may be in another one. */
const NEAR = 8 * DAY;

/** The rows of more would be 100 MB; then nobody knows what adjoins. */
const CLIENTS_MAX = 60_000;

/** Whether other files of sums or transactions of the broker adjoin a file of sums. */
function findAdjoining(
  period: Clients["period"],
  { kind, neighbours = [], isZoneKnown }: FileFacts,
): Coverage["isContinued"] {
  if (kind !== "sums" || !period) return { before: false, after: false };
  const { from, to } = period;
  const overlap = isZoneKnown === false ? ALL_ZONES : 0;
  return {
    before: neighbours.some(({ period: one }) => +one.from < from && +one.to + DAY >= from + overlap),
    after: neighbours.some(({ period: one }) => +one.to > to && +one.from - DAY <= to - overlap),
  };
}

export type Neighbours = {
  /** The rows of other files, of the clients of this one. */
  proofs: Proof[];
  /** Those that may be a claim's. */
  proofsFor: (held: HeldClaim, client: Client) => readonly Proof[];
  isContinued: Coverage["isContinued"];
};

/** What the broker's other files say of the clients of a file of sums that adjoins one of them. */
export function collectNeighbours(clients: Clients, file: FileFacts) {
  let isContinued = findAdjoining(clients.period, file);
  const files = new Map(file.neighbours?.map((one) => [one.id, one]));
  const asked = new Map<string, Client[]>();
  const found = new Map<Client, Proof[]>();
  const { period } = clients;
  const isNearEnd = ({ at }: HeldClaim) =>
    period !== null && (at < period.from + NEAR || at > period.to - NEAR);

  return {
    /** The keys of clients whom claims near the file's ends name with a strong key. */
    listKeys(held: readonly HeldClaim[]): string[] {
      if (!period || !(isContinued.before || isContinued.after)) return [];
      // Of earlier claims, only what they leave of these clients' rows counts.
      const near = held.filter((one) => one.at > period.from - NEAR && isNearEnd(one));
      const named = new Set(near.flatMap(({ strong }) => [...strong.keys()]));
      if (named.size > CLIENTS_MAX) {
        isContinued = { before: false, after: false };
        return [];
      }
      for (const client of named)
        for (const key of clients.keysOf(client)) {
          const others = asked.get(key);
          if (others) others.push(client);
          else asked.set(key, [client]);
        }
      return [...asked.keys()];
    },

    addRows({ file: id, key, rows }: NeighbourRows): void {
      const other = files.get(id);
      if (!other) return;
      for (const client of asked.get(key) ?? [])
        for (const row of rows) {
          const proof = toProof(client, row, other, id);
          if (!proof || !isBeside(proof, clients.period, file)) continue;
          const known = found.get(client) ?? [];
          if (!known.some((one) => isSame(one, proof))) found.set(client, [...known, proof]);
        }
    },

    result: (): Neighbours => ({
      isContinued,
      proofs: [...found.values()].flat(),
      proofsFor: (held, client) => (isNearEnd(held) ? (found.get(client) ?? []) : []),
    }),
  };
}

/** Found under another key, or of a day that two of the other files have. */
const isSame = (a: Proof, b: Proof) =>
  a.neighbour === b.neighbour ? a.line === b.line : describe(a) === describe(b);

const describe = ({ from, to, grossNumber, row }: Proof) =>
  [from, to, grossNumber, row.currency, row.kind].join(" ");

/** A row of the days that this file has says the same as this file. */
function isBeside({ from, to }: Proof, period: Clients["period"], { isZoneKnown }: FileFacts): boolean {
  if (from === null || to === null || !period) return false;
  const middle = (from + to) / 2;
  const overlap = isZoneKnown === false ? ALL_ZONES / 2 : 0;
  const isOutside = middle < period.from + overlap || middle > period.to - overlap;
  return isOutside && Math.min(to, period.to) - Math.max(from, period.from) <= ALL_ZONES;
}
