import Decimal from "decimal.js-light";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { rateBetween } from "#app/lib/exchange.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import { findClientFacts } from "#app/services/client-facts/find-client-facts.server.ts";
import { readDayRates } from "#app/services/exchange-rates/day-rates.server.ts";
import type { ConvertOn, WorthClient } from "./worth.ts";

const CHUNK = 500;
/** Before all days that rates are kept of. */
const FIRST_DAY = "1999-01-01";

export type WorthBroker = { workspaceId: string; platformId: string };

const CLAIM_COLUMNS = ["id", "country", "day", "chargedBackAt"] as const;
export type WorthClaim = Pick<Submission, (typeof CLAIM_COLUMNS)[number]>;
export type ClaimedAmount = Omit<WorthClient["commissions"][number], "day" | "chargedBackAt">;

/**
 * The clients of a broker's verified claims, with what is known of each.
 * @param listEarned what claims earn by the tiers
 * @param currency of what a source pays without one
 */
export async function findWorthClients(
  broker: WorthBroker,
  {
    currency,
    listEarned,
    keepsGoing = async () => undefined,
  }: {
    currency: string;
    listEarned: (claims: readonly WorthClaim[]) => Promise<Map<string, ClaimedAmount[]>>;
    keepsGoing?: () => Promise<void>;
  },
): Promise<WorthClient[]> {
  const clients: WorthClient[] = [];
  for await (const some of findClientFacts(broker)) {
    await keepsGoing();
    const ids = some.flatMap(({ claimIds }) => claimIds);
    const claims = await findWorthClaims(broker, ids);
    const earned = await listEarned([...claims.values()]);
    for (const { submissionId, claimIds, facts, paid } of some) {
      const own = claims.get(submissionId);
      if (!own) continue;
      clients.push({
        submissionId,
        country: own.country,
        confirmedOn: own.day,
        chargedBackAt: own.chargedBackAt,
        commissions: claimIds.flatMap((id) => {
          const claim = claims.get(id);
          if (!claim) return [];
          const { day, chargedBackAt } = claim;
          return (earned.get(id) ?? []).map((one) => ({ ...one, day, chargedBackAt }));
        }),
        facts,
        paid: paid.map(({ day, amount, ...one }) => ({ day, amount, currency: one.currency ?? currency })),
      });
    }
  }
  return clients;
}

export async function findWorthClaims(
  { workspaceId }: WorthBroker,
  ids: readonly string[],
): Promise<Map<string, WorthClaim>> {
  const found = new Map<string, WorthClaim>();
  for (let at = 0; at < ids.length; at += CHUNK) {
    const where = { workspaceId, id: ids.slice(at, at + CHUNK) };
    const rows = await retryRead(() => findRows(Submission, { where, attributes: CLAIM_COLUMNS }));
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** Converts at the rates of each day, not rounded. */
export async function createConvert(workspace: Pick<Workspace, "id">): Promise<ConvertOn> {
  const ratesOn = await readDayRates(workspace, {
    from: FIRST_DAY,
    to: new Date().toISOString().slice(0, 10),
  });
  return (amount, from, to, day) => {
    const rate = rateBetween(from, to, ratesOn(day));
    return rate === null ? null : new Decimal(amount).mul(rate).toFixed();
  };
}
