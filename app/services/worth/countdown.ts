import { countDays } from "#app/lib/periods.ts";
import type { ClientWorth } from "./worth.ts";

export type Countdown = Pick<ClientWorth, "submissionId" | "lacks" | "amount" | "currency"> & {
  /** Today included, until the first of its last days; null without one. */
  daysLeft: number | null;
};

/**
 * The clients that can still qualify, with what each lacks: those with the fewest days first.
 * @param today in the contract's zone
 */
export function listCountdown(clients: readonly ClientWorth[], today: string): Countdown[] {
  return clients
    .flatMap(({ submissionId, state, lacks, amount, currency, leftAt }) => {
      const ends = lacks.flatMap(({ until }) => until ?? []).sort();
      const [end] = ends;
      if (state !== "expected" || lacks.length === 0 || leftAt !== null || (end !== undefined && end < today))
        return [];
      const daysLeft = end === undefined ? null : countDays({ from: today, to: end });
      return [{ submissionId, lacks, amount, currency, daysLeft }];
    })
    .sort((one, other) => (one.daysLeft ?? Infinity) - (other.daysLeft ?? Infinity) || 0);
}
