import { createHash } from "node:crypto";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";

export type StatedClaim = {
  id: string;
  createdAt: Date;
  status: SubmissionStatus;
  email: string;
  reference: string | null;
  country: string | null;
  amount: string | null;
  currency: string | null;
};

/** A row of a broker's list. */
export type Deposit = {
  account: string;
  email: string;
  country: string;
  at: Date;
  kind: "Deposit" | "Withdrawal" | "Chargeback";
  status: "Completed" | "Pending";
  amount: number;
  currency: string;
};

/** How much of its amount a claim with an account number has in the file, the oldest first; null has no row. */
const SHARES = [1, 1, 1.02, 0.1, 1, 1, 0.7, null] as const;
/** Clients whom nobody claimed. */
const UNCLAIMED = 5;

/** What a broker would list of these claims and of other clients, with the noise of a real file. */
export function makeDeposits(claims: readonly StatedClaim[], now: Date): Deposit[] {
  const inOrder = [...claims].sort((one, other) => Number(one.createdAt) - Number(other.createdAt));
  const waiting = inOrder.filter(({ status }) => status === "pending");
  const handled = inOrder.filter(({ status }) => status === "handled");
  // One rejected claim that the broker confirms all the same.
  const rejected = inOrder.filter(({ status }) => status === "rejected").slice(-1);
  const deposits = [
    ...waiting
      .filter(({ reference }) => reference !== null)
      .flatMap((claim, at) => {
        const share = SHARES[at % SHARES.length] ?? null;
        return share === null ? [] : [toDeposit(claim, share)];
      }),
    ...waiting.filter(({ reference }) => reference === null).map((claim) => toDeposit(claim, 1)),
    ...[...handled, ...rejected].map((claim) => toDeposit(claim, 1)),
  ];
  const takenBack = handled.slice(-1).map((claim): Deposit => {
    const deposit = toDeposit(claim, 1);
    const at = new Date(Math.min(Number(now) - MINUTE, Number(deposit.at) + 20 * HOUR));
    return { ...deposit, at, kind: "Chargeback", amount: -deposit.amount };
  });
  return [...deposits, ...takenBack, ...makeOthers(claims, now)].sort(
    (one, other) => Number(one.at) - Number(other.at),
  );
}

function toDeposit(
  { id, createdAt, email, reference, country, amount, currency }: StatedClaim,
  share: number,
) {
  const minutesBefore = 5 + (toNumber(id) % 50);
  return {
    account: reference ?? `NG-${7000 + (toNumber(id) % 2000)}`,
    email,
    country: country ?? "ES",
    at: new Date(Number(createdAt) - minutesBefore * MINUTE),
    kind: "Deposit" as const,
    status: "Completed" as const,
    amount: Math.round(Number(amount ?? 100) * share * 100) / 100,
    currency: currency ?? "EUR",
  };
}

/** Clients whom nobody claimed, a withdrawal, and a deposit that is not done yet. */
function makeOthers(claims: readonly StatedClaim[], now: Date): Deposit[] {
  const seed = toNumber(claims.map(({ id }) => id).join());
  const client = (index: number): Deposit => ({
    account: `NG-${9100 + ((seed + index * 37) % 800)}`,
    email: `client.${index + 1}@example.com`,
    country: ["ES", "PL", "FR"][index % 3] ?? "ES",
    at: new Date(Number(now) - (index + 1) * 1.4 * DAY),
    kind: "Deposit",
    status: "Completed",
    amount: 80 + 35 * index,
    currency: "EUR",
  });
  const clients = Array.from({ length: UNCLAIMED }, (_, index) => client(index));
  return [
    ...clients,
    { ...client(0), at: new Date(Number(now) - 0.4 * DAY), kind: "Withdrawal", amount: -40 },
    { ...client(UNCLAIMED), status: "Pending" },
  ];
}

/** The same for the same text. */
const toNumber = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();
