import { createHash } from "node:crypto";
import Decimal from "decimal.js-light";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { deleteMarks, findMarkedDays, readMarks } from "#app/database/queries/day-marks.server.ts";
import {
  ACCEPTED_BY,
  type AlikeClaims,
  addOrigins,
  CLAIM_MONEY,
  type CountedMoney,
  ORIGIN_KEYS,
  type Origin,
  readClaimsOfDay,
  readRowsOfDay,
  readSpendOfDay,
  replaceRowsOfDay,
  SPEND_MONEY,
  type SpendOfDay,
  type StoredMoney,
} from "#app/database/queries/money.server.ts";
import { CLICK_DAYS_MAX } from "#app/lib/click-days.ts";
import { endOfDay, startOfDay } from "#app/lib/date-range.ts";
import { DAY } from "#app/lib/dates.ts";
import { type ExchangeRates, rateBetween, withOwnRates } from "#app/lib/exchange.ts";
import { isCurrency } from "#app/lib/money.ts";
import { listDays } from "#app/lib/periods.ts";
import { OTHER_VALUES } from "#app/lib/sources.ts";
import { TRUTH_FILTERS, truthStates } from "#app/lib/truth.ts";
import { Workspace } from "#app/models/index.server.ts";
import { getRatesOn } from "#app/services/exchange-rates/get-rates.server.ts";
import { findValidRates, listOwnRates } from "#app/services/exchange-rates/own-rates.server.ts";

/** How many days are looked up at once, and how often in one run. */
const DAYS_AT_ONCE = 40;
const BATCHES_MAX = 25;
/** Origins kept per day; the rest count as (other). */
const ORIGINS_MAX = 2_000;
const REST: Origin = {
  source: OTHER_VALUES,
  campaign: OTHER_VALUES,
  campaignId: "",
  adSetId: "",
  adId: "",
  clickPlatform: "",
};

type Place = { workspaceId: string; day: string };

/**
 * Adds up the money of marked days again, the newest first.
 * @returns whether more days wait
 */
export async function addUpDays(isStopping: () => boolean = () => false): Promise<boolean> {
  let [failed, hasMore]: [{ count: number; error?: unknown }, boolean] = [{ count: 0 }, true];
  for (let batch = 0; hasMore && batch < BATCHES_MAX; batch++) {
    const days = await retryRead(() => findMarkedDays(DAYS_AT_ONCE, failed.count));
    for (const place of days) {
      if (isStopping()) return true;
      // A day that cannot be added up must not keep the others waiting.
      await addUpDay(place).catch((error: unknown) => {
        if (!(error instanceof AddedUpElsewhere)) failed = { count: failed.count + 1, error };
      });
    }
    hasMore = days.length === DAYS_AT_ONCE;
  }
  if (failed.count > 0) throw failed.error;
  return hasMore;
}

/** Takes the transaction back: the marks that are left are for the next run. */
class AddedUpElsewhere extends Error {}

/** Reads without locks: what changes meanwhile marks the day again. */
async function addUpDay(place: Place): Promise<void> {
  const marks = await retryRead(() => readMarks(place));
  // Another process has just added it up.
  if (marks.length === 0) return;
  const rows = await retryRead(() => countDay(place));
  await inTransaction(async (transaction) => {
    if (!(await deleteMarks(place, marks, transaction))) throw new AddedUpElsewhere();
    if (!rows) return;
    await addOrigins(place.workspaceId, rows.origins, transaction);
    for (const [table, next] of [
      [CLAIM_MONEY, rows.claims],
      [SPEND_MONEY, rows.spend],
    ] as const) {
      const stored = await readRowsOfDay(table, place, transaction);
      const changes = compareRows(table, stored, next);
      if (changes.gone.length + changes.added.length > 0)
        await replaceRowsOfDay(table, place, changes, transaction);
    }
  });
}

/** The days that differ from what their claims and spend add up to, of days that are not marked. */
export async function findDifferingDays(places: Place[]): Promise<Place[]> {
  const differing: Place[] = [];
  for (const place of places) {
    const rows = await retryRead(() => countDay(place));
    if (!rows) continue;
    const claims = compareRows(CLAIM_MONEY, await readRowsOfDay(CLAIM_MONEY, place), rows.claims);
    const spend = compareRows(SPEND_MONEY, await readRowsOfDay(SPEND_MONEY, place), rows.spend);
    const count = [claims, spend].reduce((sum, { gone, added }) => sum + gone.length + added.length, 0);
    if (count > 0 && (await readMarks(place)).length === 0) differing.push(place);
  }
  return differing;
}

function compareRows(table: CountedMoney, stored: StoredMoney[], next: StoredMoney[]) {
  const toText = (row: StoredMoney) =>
    [
      ...[...table.keys, ...table.counts].map((name) => String(row[name])),
      ...table.sums.map((name) => (row[name] === null ? "null" : toFixed(new Sum(row[name] ?? 0)))),
    ].join("\0");
  const before = new Map(stored.map((row) => [toText(row), row]));
  const after = new Map(next.map((row) => [toText(row), row]));
  return {
    gone: [...before].flatMap(([text, row]) => (after.has(text) ? [] : [row])),
    added: [...after].flatMap(([text, row]) => (before.has(text) ? [] : [row])),
  };
}

const Sum = Decimal.clone({ precision: 40 });
const toFixed = (sum: Decimal) => sum.toFixed(4, Decimal.ROUND_HALF_EVEN);

/** The rows of a day; null for a workspace that is gone. */
async function countDay({ workspaceId, day }: Place) {
  const workspace = await Workspace.findByPk(workspaceId, {
    attributes: ["id", "timeZone", "zoneChangedAt", "currency"],
  });
  if (!workspace) return null;
  const { timeZone, zoneChangedAt, currency } = workspace;
  const [own, bank] = [await listOwnRates(workspaceId), await getRatesOn(day)];
  const converter = createConverter(currency, withOwnRates(bank.rates, findValidRates(own, day)));
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
  const spend = await readSpendOfDay({ workspaceId, day });
  const { origins, rows } = countClaims(claims, day, converter);
  const sources = new Map<string, Origin & { id: string }>();
  return {
    claims: rows,
    spend: countSpend(spend, day, converter, sources),
    origins: [...origins, ...sources.values()],
  };
}

/** Clicks are kept for some days; the claim's own day comes first. */
const listClickDays = (day: string, timeZone: string) => {
  const first = new Date(Date.parse(`${day}T00:00:00Z`) - CLICK_DAYS_MAX * DAY).toISOString().slice(0, 10);
  return listDays({ from: first, to: day })
    .reverse()
    .map((one) => ({ day: one, at: startOfDay(one, timeZone) }));
};

/** Converts to the workspace's currency, with four digits; null without a rate. */
function createConverter(to: string, rates: ExchangeRates) {
  const known = new Map<string, string | null>();
  return (amount: string, currency: string): Decimal | null => {
    if (!known.has(currency))
      known.set(currency, isCurrency(currency) ? rateBetween(currency, to, rates) : null);
    const rate = known.get(currency) ?? null;
    return rate === null ? null : new Sum(toFixed(new Sum(amount).mul(rate)));
  };
}
type Convert = ReturnType<typeof createConverter>;

/** Claims of one origin are found by a hash of it. */
function toOrigin(origin: Origin): Origin & { id: string } {
  const text = JSON.stringify(ORIGIN_KEYS.map((key) => origin[key]));
  return { ...origin, id: createHash("sha256").update(text).digest("hex").slice(0, 32) };
}

/** The origin of an amount by hand. */
const toSourceOrigin = (source: string | null) =>
  toOrigin({
    source: source ?? "",
    campaign: "",
    campaignId: "",
    adSetId: "",
    adId: "",
    clickPlatform: "",
  });

type Counted = { keys: StoredMoney; counts: Record<string, number>; sums: Record<string, Decimal> };

function countClaims(claims: AlikeClaims[], day: string, convert: Convert) {
  const originOf = findOrigins(claims);
  const byKey = new Map<string, Counted>();
  for (const one of claims) {
    const count = Number(one.count);
    const worth =
      one.amount !== null && one.currency !== null ? convert(one.amount, one.currency) : undefined;
    const earned =
      one.earned !== null && one.earnedCurrency !== null
        ? convert(one.earned, one.earnedCurrency)
        : undefined;
    const isWaiting = one.truthState === "waiting";
    const isUnknown = worth === null;
    const counts = {
      claims: count,
      ...Object.fromEntries(
        TRUTH_FILTERS.map((filter) => [
          filter,
          (truthStates[filter] as readonly string[]).includes(one.truthState) ? count : 0,
        ]),
      ),
      accepted: Number(one.isAccepted) ? count : 0,
      ...mapAccepting((bit) => (Number(one.acceptedBy) & bit ? count : 0)),
      unconverted: isUnknown || earned === null ? count : 0,
      unknownValue: isUnknown && !isWaiting ? count : 0,
      unknownWaitingValue: isUnknown && isWaiting ? count : 0,
      unknownCommission: earned === null || Number(one.isUnearned) ? count : 0,
    };
    const sums = {
      amount: isWaiting ? null : worth,
      waitingAmount: isWaiting ? worth : null,
      commission: earned,
    };
    const values = [
      ["origin", originOf(one).id],
      ["country", one.country],
      ["form", one.formId],
      ["platform", one.platformId],
    ] as const;
    for (const [basis, period] of [
      ["claim", day],
      ["click", one.clickDay],
    ] as const)
      for (const [kind, value] of values) add(byKey, { basis, kind, period, value }, counts, sums);
  }
  const origins = new Map(claims.map((one) => [originOf(one).id, originOf(one)]));
  return { rows: toRows(byKey, CLAIM_MONEY.sums), origins: [...origins.values()] };
}

const mapAccepting = (count: (bit: number) => number) =>
  Object.fromEntries(Object.values(ACCEPTED_BY).map((name, index) => [name, count(2 ** index)]));

/** Finds the origin of claims: of a day with too many, those with the fewest claims are one. */
function findOrigins(claims: AlikeClaims[]) {
  const known = new Map<string, { origin: Origin & { id: string }; count: number }>();
  const toKey = (one: AlikeClaims) => ORIGIN_KEYS.map((key) => one[key]).join("\0");
  for (const one of claims) {
    const key = toKey(one);
    const found = known.get(key);
    if (found) found.count += Number(one.count);
    else {
      const origin = Object.fromEntries(ORIGIN_KEYS.map((name) => [name, one[name]])) as Origin;
      known.set(key, { origin: toOrigin(origin), count: Number(one.count) });
    }
  }
  if (known.size > ORIGINS_MAX) {
    const other = toOrigin(REST);
    const sorted = [...known.values()].sort(
      (a, b) => b.count - a.count || (a.origin.id < b.origin.id ? -1 : 1),
    );
    for (const one of sorted.slice(ORIGINS_MAX)) one.origin = other;
  }
  return (one: AlikeClaims) => known.get(toKey(one))?.origin ?? toOrigin(REST);
}

function countSpend(
  spend: SpendOfDay[],
  day: string,
  convert: Convert,
  sources: Map<string, Origin & { id: string }>,
): StoredMoney[] {
  const byKey = new Map<string, Counted & { known: Set<string> }>();
  const reported = ["impressions", "clicks", "conversions"] as const;
  for (const one of spend) {
    const amount = convert(one.amount, one.currency);
    const counts = {
      impressions: Number(one.impressions ?? 0),
      clicks: Number(one.clicks ?? 0),
      unconverted: amount === null ? Number(one.count) : 0,
    };
    const sums = { spend: amount, conversions: new Sum(one.conversions ?? 0) };
    for (const [kind, value] of placeSpend(one, sources)) {
      const counted = add(byKey, { kind, period: day, value }, counts, sums);
      counted.known ??= new Set();
      for (const name of reported) if (one[name] !== null) counted.known.add(name);
    }
  }
  const rows = toRows(byKey, SPEND_MONEY.sums);
  for (const [index, { known }] of [...byKey.values()].entries())
    for (const name of reported) if (!known.has(name)) (rows[index] as StoredMoney)[name] = null;
  return rows;
}

/** Under which values spend counts: the lowest ad object that is known at each level. */
function placeSpend(
  { adPlatform, campaignRef, adSetRef, adRef, source }: SpendOfDay,
  sources: Map<string, Origin & { id: string }>,
): [kind: string, value: string][] {
  if (adPlatform === "") {
    const origin = toSourceOrigin(source);
    sources.set(origin.id, origin);
    return [
      ["source", origin.id],
      ["day", ""],
    ];
  }
  const campaign = campaignRef ?? `platform:${adPlatform}`;
  const adSet = adSetRef ?? campaign;
  return [
    ["campaign", campaign],
    ["adSet", adSet],
    ["ad", adRef ?? adSet],
    ["day", ""],
  ];
}

function add<One extends Counted>(
  byKey: Map<string, One>,
  keys: StoredMoney,
  counts: Record<string, number>,
  sums: Record<string, Decimal | null | undefined>,
): One {
  const id = Object.values(keys).join("\0");
  const counted = byKey.get(id) ?? ({ keys, counts: {}, sums: {} } as unknown as One);
  byKey.set(id, counted);
  for (const [name, count] of Object.entries(counts))
    counted.counts[name] = (counted.counts[name] ?? 0) + count;
  for (const [name, sum] of Object.entries(sums))
    if (sum) counted.sums[name] = counted.sums[name]?.plus(sum) ?? sum;
  return counted;
}

const toRows = (byKey: Map<string, Counted>, sums: readonly string[]): StoredMoney[] =>
  [...byKey.values()].map((one) => ({
    ...one.keys,
    ...one.counts,
    ...Object.fromEntries(sums.map((name) => [name, toFixed(one.sums[name] ?? new Sum(0))])),
  }));
