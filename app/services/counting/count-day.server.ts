import Decimal from "decimal.js-light";
import { retryRead } from "#app/database/connection.server.ts";
import { readClaimsOfDay, readSpendOfDay } from "#app/database/queries/counted-claims.server.ts";
import { type CountRow, readCountsOfDay } from "#app/database/queries/counts.server.ts";
import { readMarks } from "#app/database/queries/day-marks.server.ts";
import { CLICK_DAYS_MAX } from "#app/lib/click-days.ts";
import { endOfDay, startOfDay } from "#app/lib/date-range.ts";
import { DAY } from "#app/lib/dates.ts";
import { type ExchangeRates, rateBetween, withOwnRates } from "#app/lib/exchange.ts";
import { isCurrency } from "#app/lib/money.ts";
import { listDays, plusDays } from "#app/lib/periods.ts";
import { Workspace } from "#app/models/index.server.ts";
import { getRatesOn } from "#app/services/exchange-rates/get-rates.server.ts";
import { findValidRates, listOwnRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { type Convert, countClaimsOfDay, countSpendOfDay } from "./count-claims.ts";

export type DayPlace = { workspaceId: string; day: string };

/** What the claims and the spend of a day are counted as; null for a workspace that is gone. */
export async function countDay({ workspaceId, day }: DayPlace) {
  const workspace = await Workspace.findByPk(workspaceId, {
    attributes: ["id", "timeZone", "zoneChangedAt", "currency"],
  });
  if (!workspace) return null;
  const { timeZone, zoneChangedAt, currency } = workspace;
  const [own, bank] = [await listOwnRates(workspaceId), await getRatesOn(day)];
  const convert = createConverter(currency, withOwnRates(bank.rates, findValidRates(own, day)));
  // Until claims are moved to a new zone, a day has those of the old one.
  const margin = zoneChangedAt ? 2 * DAY : 0;
  const claims = await readClaimsOfDay(
    { workspaceId, day },
    {
      from: new Date(startOfDay(day, timeZone).getTime() - margin),
      before: new Date(endOfDay(day, timeZone).getTime() + margin),
    },
    listClickDays(day, timeZone),
  );
  const counted = await countClaimsOfDay(claims, day, convert);
  const spent = await countSpendOfDay(await readSpendOfDay({ workspaceId, day }), day, convert);
  return {
    rows: [...counted.rows, ...spent.rows],
    origins: [...counted.origins, ...spent.origins],
    claims: claims.reduce((sum, { count }) => sum + Number(count), 0),
  };
}

/** Clicks are kept for some days; the claim's own day comes first. */
const listClickDays = (day: string, timeZone: string) =>
  listDays({ from: plusDays(day, -CLICK_DAYS_MAX), to: day })
    .reverse()
    .map((one) => ({ day: one, at: startOfDay(one, timeZone) }));

const Sum = Decimal.clone({ precision: 40 });

function createConverter(to: string, rates: ExchangeRates): Convert {
  const known = new Map<string, string | null>();
  return (amount, currency) => {
    if (!known.has(currency))
      known.set(currency, isCurrency(currency) ? rateBetween(currency, to, rates) : null);
    const rate = known.get(currency) ?? null;
    return rate === null ? null : new Sum(amount).mul(rate);
  };
}

/** What of a day's stored rows is wrong, and what is missing. */
export function compareCounts(stored: CountRow[], next: CountRow[]) {
  const toText = ({
    basis,
    kind,
    period,
    value,
    measure,
    status,
    eventStatus,
    eventState,
    truthState,
    amount,
  }: CountRow) =>
    [basis, kind, period, value, measure, status, eventStatus, eventState, truthState, amount].join("\0");
  const before = new Map(stored.map((row) => [toText(row), row]));
  const after = new Map(next.map((row) => [toText(row), row]));
  return {
    gone: [...before].flatMap(([text, row]) => (after.has(text) ? [] : [row])),
    added: [...after].flatMap(([text, row]) => (before.has(text) ? [] : [row])),
  };
}

/** The days that differ from what their claims and spend add up to, of days that are not marked. */
export async function findDifferingDays(places: DayPlace[]): Promise<DayPlace[]> {
  const differing: DayPlace[] = [];
  for (const place of places) {
    const counted = await retryRead(() => countDay(place));
    if (!counted) continue;
    const { gone, added } = compareCounts(await readCountsOfDay(place), counted.rows);
    if (gone.length + added.length > 0 && (await readMarks(place)).length === 0) differing.push(place);
  }
  return differing;
}
