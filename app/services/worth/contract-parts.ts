import type Decimal from "decimal.js-light";
import { type Contract, type ContractPart, type PartKind, TIER_KINDS } from "#app/lib/contracts.ts";
import { createSteps, type PartSteps, type StepGroup } from "./steps.ts";
import { toRounded, type WorthEntry, ZERO } from "./worth.ts";

export type OwnPart = {
  contract: Contract;
  partIndex: number;
  part: ContractPart;
  steps: PartSteps;
  /** Zero in the contract's currency. */
  zero: string;
};

/** The rows of a month of one group of countries, with the revenue or lots of each. */
export type GroupMonth = { total: Decimal; entries: WorthEntry[]; figures: Decimal[] };

/** A `share_of_revenue` or `per_lot`, which pays by what all of a contract's clients bring in a month. */
export type MonthlyPart = OwnPart & {
  months: Map<StepGroup, Map<string, GroupMonth>>;
  /** The months that lack a figure. */
  openMonths: Map<StepGroup, Set<string>>;
};

/** A `flat`, with how many clients made their first deposit. */
export type FlatPart = OwnPart & { counts: Map<StepGroup, Map<string, number>> };

/** The parts of a contract by how they are worked out. */
export type ContractParts = {
  contract: Contract;
  tiers: OwnPart[];
  cpa: OwnPart[];
  monthly: MonthlyPart[];
  flat: FlatPart[];
  paysByRevenue: boolean;
  paysByLots: boolean;
  isUnknown: boolean;
};

export function sortParts(contract: Contract): ContractParts {
  const parts = contract.parts.map((part, partIndex) => ({
    contract,
    partIndex,
    part,
    steps: createSteps(part, contract.currency),
    zero: toRounded(ZERO, contract.currency),
  }));
  const pick = (...kinds: PartKind[]) => parts.filter(({ part }) => kinds.includes(part.kind));
  return {
    contract,
    tiers: pick(...TIER_KINDS),
    cpa: pick("cpa"),
    monthly: pick("share_of_revenue", "per_lot").map((one) => ({
      ...one,
      months: new Map(),
      openMonths: new Map(),
    })),
    flat: pick("flat").map((one) => ({ ...one, counts: new Map() })),
    paysByRevenue: pick("share_of_revenue").length > 0,
    paysByLots: pick("per_lot").length > 0,
    isUnknown: parts.every(({ part }) => part.kind === "unknown"),
  };
}

type Row = Pick<WorthEntry, "submissionId" | "day" | "reason" | "factIds"> &
  Partial<Pick<WorthEntry, "claimId" | "month">> & {
    /** Null where it is not known. */
    amount: Decimal | null;
  };

/** A row of a part. Its month is that of its day if none is given. */
export const toEntry = ({ contract, partIndex, part, zero }: OwnPart, row: Row): WorthEntry => ({
  submissionId: row.submissionId,
  claimId: row.claimId ?? null,
  contractId: contract.id,
  partIndex,
  kind: part.kind,
  month: row.month ?? row.day.slice(0, 7),
  day: row.day,
  amount: row.amount === null ? zero : toRounded(row.amount, contract.currency),
  currency: contract.currency,
  reason: row.reason,
  factIds: row.factIds,
  isKnown: row.amount !== null,
  isFinal: row.amount !== null,
});
