import { retryRead } from "#app/database/connection.server.ts";
import { decidedDays } from "#app/database/queries/statistics.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import type { InStatements } from "#app/lib/truth.ts";
import { Statement } from "#app/models/index.server.ts";
import { type CountedDays, claimsByEach, type Part } from "#app/services/counting/count-parts.server.ts";

const VALUES_MAX = 1_000;
/** More days are more than a statement would list. */
const DAYS_MAX = 1_000;
const KINDS = {
  byPlatform: "platform",
  bySource: "source",
  byCampaign: "campaign",
  byCountry: "country",
  byForm: "form",
} as const;
type Breakdown = keyof typeof KINDS;

/** Adds to each value its claims of the days on which statements cover all brokers that have decided claims. */
export async function addCovered<Breakdowns extends Partial<Record<Breakdown, Part[]>>>(
  { workspaceId, timeZone }: { workspaceId: string; timeZone: string },
  place: CountedDays,
  breakdowns: Breakdowns,
): Promise<Breakdowns & { inStatements?: InStatements }> {
  const only = await listCoveredDays({ workspaceId, timeZone }, place);
  if (only.length === 0) return breakdowns;
  const names = Object.keys(KINDS).filter((name): name is Breakdown => name in breakdowns);
  const all = { workspaceId, days: place.days, counts: place.counts, only };
  const kinds = names.map((name) => KINDS[name]);
  const covered = await claimsByEach([...kinds, "day"], all, VALUES_MAX);
  const added = names.map((name) => {
    const parts = new Map(covered[KINDS[name]].map((part) => [part.value, part]));
    const toCounts = (value: string): InStatements => {
      const { decided = 0, confirmed = 0 } = parts.get(value) ?? {};
      return { decided, confirmed };
    };
    return [name, breakdowns[name]?.map((part) => ({ ...part, inStatements: toCounts(part.value) }))];
  });
  const sum = (name: keyof InStatements) => covered.day.reduce((total, part) => total + part[name], 0);
  return {
    ...breakdowns,
    ...Object.fromEntries(added),
    inStatements: { decided: sum("decided"), confirmed: sum("confirmed") },
  };
}

/** The days on which each broker with decided claims has a statement for them. */
async function listCoveredDays(
  { workspaceId, timeZone }: { workspaceId: string; timeZone: string },
  place: CountedDays,
): Promise<string[]> {
  const statements = await retryRead(() =>
    Statement.findAll({
      where: { workspaceId, state: "ready", undoneAt: null },
      attributes: ["platformId", "result"],
      raw: true,
    }),
  );
  if (statements.length === 0) return [];
  const periods = groupBy(
    statements.flatMap(({ platformId, result }) => {
      const { period } = JSON.parse(result ?? "{}") as { period?: { from: string; to: string } | null };
      if (!period) return [];
      const [from, to] = [period.from, period.to].map((at) => dayIn(timeZone, new Date(at)));
      return [{ platformId, from: from ?? "", to: to ?? "" }];
    }),
    ({ platformId }) => platformId,
  );
  const days = groupBy(await retryRead(() => decidedDays(place)), ({ day }) => day);
  const isCovered = ({ day, platformId }: { day: string; platformId: string }) =>
    (periods.get(platformId) ?? []).some(({ from, to }) => day >= from && day <= to);
  const covered = [...days].flatMap(([day, own]) => (own.every(isCovered) ? [day] : []));
  return covered.sort().slice(-DAYS_MAX);
}
