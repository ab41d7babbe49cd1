import { DAY } from "#app/lib/dates.ts";
import { compareAmounts, EQUAL } from "./amount.ts";
import type { HeldClaim } from "./find-hits.ts";
import { type FitRules, fitProof } from "./fit.ts";
import type { Option } from "./identify.ts";
import type { Proof } from "./proofs.ts";
import type { Outcome } from "./settle.ts";
import type { Advice, FileFacts, SpareColumn } from "./types.ts";

/** So many claims of one group must be mended by another column, and more than half of them. */
const MENDED_MIN = 3;
const MENDED_SHARE = 0.5;
/** A day of another column is the right one up to this far from the confirmation, and a day nearer than now. */
const NEAR = 3 * DAY;

type Role = "amount" | "day";

/** Where most of a group fails on one point that another column of the file would mend, says which one. */
export function adviseColumns(
  options: readonly Option[],
  outcomes: ReadonlyMap<HeldClaim, Outcome>,
  { spare }: FileFacts,
  rules: FitRules,
): Advice | null {
  if (!spare) return null;
  const sizes = new Map<string, Set<HeldClaim>>();
  const mended = new Map<
    string,
    { group: string; role: Role; column: SpareColumn; claims: Set<HeldClaim> }
  >();
  for (const { held, client, identity } of options) {
    const group = outcomes.get(held)?.group ?? "none";
    if (group === "certain" || held.claim.status !== "pending" || identity.own.length === 0) continue;
    sizes.set(group, (sizes.get(group) ?? new Set()).add(held));
    const note = (
      role: Role,
      columns: readonly SpareColumn[],
      isMended: (column: SpareColumn, proof: Proof) => boolean,
    ) => {
      for (const column of columns) {
        if (!client.proofs.some((proof) => isMended(column, proof))) continue;
        const key = `${group} ${role} ${column.index}`;
        const found = mended.get(key) ?? { group, role, column, claims: new Set() };
        found.claims.add(held);
        mended.set(key, found);
      }
    };
    note("day", spare.days, (column, proof) => isNearer(held, proof, column.byLine[proof.line], rules));
    note("amount", spare.amounts, (column, proof) => isEqual(held, proof, column.byLine[proof.line], rules));
  }
  const [best] = [...mended.values()]
    .filter(
      ({ group, claims }) =>
        claims.size >= MENDED_MIN && claims.size > (sizes.get(group)?.size ?? 0) * MENDED_SHARE,
    )
    .sort((a, b) => b.claims.size - a.claims.size);
  if (!best) return null;
  const { role, column, claims } = best;
  const current = spare.current[role];
  const what = role === "day" ? "the time" : "the amount";
  const is = role === "day" ? "the deposit date" : "the amount of the deposit";
  return {
    text: `${claims.size} claims fit but for ${what}. ${current ? `Is “${current}” ${is}? ` : ""}Use “${column.heading}”.`,
    column: { name: column.heading, index: column.index, found: claims.size, role },
  };
}

function isNearer(
  { stated, at }: HeldClaim,
  proof: Proof,
  day: number | undefined,
  { convert }: FitRules,
): boolean {
  if (day === undefined) return false;
  if (stated && compareAmounts(stated, proof, convert).level !== "equal") return false;
  const now =
    proof.from === null || proof.to === null
      ? Number.POSITIVE_INFINITY
      : Math.max(proof.from - at, at - proof.to, 0);
  const distance = Math.abs(Math.floor(at / DAY) * DAY - day);
  return distance <= NEAR && distance + DAY <= now;
}

function isEqual(held: HeldClaim, proof: Proof, figure: number | undefined, rules: FitRules): boolean {
  const { stated } = held;
  if (figure === undefined || !stated) return false;
  const fit = fitProof(held, proof, rules);
  if (!fit || fit.time.is === "outside" || fit.amount.level === "equal") return false;
  const value = stated.value.toNumber();
  return Math.abs(figure - value) <= value * EQUAL;
}
