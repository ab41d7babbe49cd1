import { createHash } from "node:crypto";
import Decimal from "decimal.js-light";
import {
  type AlikeClaims,
  DIMENSION_NAMES,
  DIMENSIONS,
  NO_ORIGIN,
  ORIGIN_KEYS,
  type Origin,
  type SpendOfDay,
} from "#app/database/queries/counted-claims.server.ts";
import { type CountRow, STATES, type States } from "#app/database/queries/counts.server.ts";
import { createYield } from "#app/lib/create-yield.ts";
import { DELIVERY_STATES_UNDER_WAY } from "#app/lib/event-state.ts";
import { OTHER_VALUES } from "#app/lib/sources.ts";
import { toFourDigits, toTenThousandths } from "#app/lib/ten-thousandths.ts";
import { listEvidenceMeasures, type TruthState } from "#app/lib/truth.ts";

/** Origins kept per day; the rest count as (other). */
const ORIGINS_MAX = 2_000;
const REST: Origin = { ...NO_ORIGIN, source: OTHER_VALUES, campaign: OTHER_VALUES };

export type KnownOrigin = Origin & { id: string };

/** Converts to the workspace's currency; null without a rate. */
export type Convert = (amount: string, currency: string) => Decimal | null;

const NO_STATES: States = { status: "", eventStatus: "", eventState: "", truthState: "" };

type Keys = Pick<CountRow, "basis" | "kind" | "period" | "value">;

/** Adds up what is counted under the same keys, in ten-thousandths. */
function createSums() {
  const rows = new Map<string, { keys: Omit<CountRow, "amount">; parts: bigint }>();
  return {
    add(keys: Keys, measure: string, parts: bigint, states = NO_STATES) {
      const id = `${keys.basis}\0${keys.kind}\0${keys.period}\0${keys.value}\0${measure}\0${STATES.map((state) => states[state]).join("\0")}`;
      const known = rows.get(id);
      if (known) known.parts += parts;
      else
        rows.set(id, {
          keys: {
            ...keys,
            measure,
            ...(Object.fromEntries(STATES.map((name) => [name, states[name]])) as States),
          },
          parts,
        });
    },
    list: (): CountRow[] =>
      [...rows.values()].map(({ keys, parts }) => ({ ...keys, amount: toFourDigits(parts) })),
  };
}

const whole = (count: number | string) => toTenThousandths(Number(count));
const toParts = (sum: Decimal) => toTenThousandths(sum.toFixed(4, Decimal.ROUND_HALF_EVEN));

const UNDER_WAY: readonly string[] = DELIVERY_STATES_UNDER_WAY;
/** What became of a claim's event at each ad platform; what is under way is read from the deliveries. */
const listSettled = ({ deliveryStates }: AlikeClaims) =>
  deliveryStates
    .split(" ")
    .map((text) => ({ text, adPlatform: text.split(":")[0] ?? "", state: text.split(":")[1] ?? "" }))
    .filter(({ text, state }) => text !== "" && state !== "open" && !UNDER_WAY.includes(state));

/** Whether an ad platform has taken a settled event. */
export const isAccepted = (state: string) => state === "sent" || state === "confirmed";

/** The measures of claims besides their number. */
function listMeasures(one: AlikeClaims, convert: Convert): [measure: string, parts: bigint][] {
  const count = whole(one.count);
  const worth = one.amount !== null && one.currency !== null ? convert(one.amount, one.currency) : undefined;
  const earned =
    one.earned !== null && one.earnedCurrency !== null ? convert(one.earned, one.earnedCurrency) : undefined;
  const isWaiting = one.truthState === "waiting";
  const accepted = listSettled(one).filter(({ state }) => isAccepted(state));
  return [
    ...[...new Set(accepted.map(({ adPlatform }) => adPlatform))].map((id): [string, bigint] => [
      `accepted:${id}`,
      count,
    ]),
    ...(worth ? [[isWaiting ? "waitingAmount" : "amount", toParts(worth)] as [string, bigint]] : []),
    ...(earned ? [["commission", toParts(earned)] as [string, bigint]] : []),
    ...(worth === null || earned === null ? [["unconverted", count] as [string, bigint]] : []),
    ...(worth === null
      ? [[isWaiting ? "unknownWaitingValue" : "unknownValue", count] as [string, bigint]]
      : []),
    ...(earned === null || Number(one.isUnearned) ? [["unknownCommission", count] as [string, bigint]] : []),
  ];
}

/** Counts the claims of a day by each dimension. */
export async function countClaimsOfDay(claims: AlikeClaims[], day: string, convert: Convert) {
  const { originOf, origins } = await findOrigins(claims);
  const sums = createSums();
  const giveWay = createYield();
  for (const one of claims) {
    await giveWay();
    const count = whole(one.count);
    const measures = listMeasures(one, convert);
    const decided = listEvidenceMeasures({
      truthState: one.truthState as TruthState,
      restsOn: one.restsOn,
      isByRule: Number(one.isByRule) === 1,
    });
    const addClaims = (kind: string, value: string, hasMoney: boolean) => {
      const own: Keys = { basis: "claim", kind, period: day, value };
      for (const keys of hasMoney ? [own, { ...own, basis: "click", period: one.clickDay }] : [own]) {
        sums.add(keys, "claims", count, one);
        for (const measure of decided) sums.add(keys, measure, count);
        if (hasMoney) for (const [measure, parts] of measures) sums.add(keys, measure, parts);
      }
    };
    for (const name of DIMENSION_NAMES) {
      const value = one[name];
      if (value !== null) addClaims(name, value, DIMENSIONS[name].hasMoney);
    }
    addClaims("origin", originOf(one).id, true);
    for (const { text } of listSettled(one)) addClaims("delivery", text, false);
    if (one.earned !== null && one.earnedCurrency !== null)
      sums.add(
        { basis: "claim", kind: "earned", period: day, value: one.earnedCurrency },
        "earned",
        toTenThousandths(one.earned),
      );
  }
  return { rows: sums.list(), origins };
}

/** Claims of one origin are found by a hash of it. */
function toOrigin(origin: Origin): KnownOrigin {
  const text = JSON.stringify(ORIGIN_KEYS.map((key) => origin[key]));
  return { ...origin, id: createHash("sha256").update(text).digest("hex").slice(0, 32) };
}

/** Finds the origin of claims: of a day with too many, those with the fewest claims are one. */
async function findOrigins(claims: AlikeClaims[]) {
  const giveWay = createYield();
  const known = new Map<string, { origin: KnownOrigin; count: number }>();
  const toKey = (one: AlikeClaims) => ORIGIN_KEYS.map((key) => one[key]).join("\0");
  for (const one of claims) {
    await giveWay();
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
  const origins = new Map([...known.values()].map(({ origin }) => [origin.id, origin]));
  return {
    originOf: (one: AlikeClaims) => known.get(toKey(one))?.origin ?? toOrigin(REST),
    origins: [...origins.values()],
  };
}

/** Counts the spend of a day by the lowest ad object that is known at each level; by hand by its source. */
export async function countSpendOfDay(spend: SpendOfDay[], day: string, convert: Convert) {
  const sums = createSums();
  const giveWay = createYield();
  const sources = new Map<string, KnownOrigin>();
  for (const one of spend) {
    await giveWay();
    const amount = convert(one.amount, one.currency);
    for (const [kind, value] of placeSpend(one, sources)) {
      const keys: Keys = { basis: "spend", kind, period: day, value };
      if (amount) sums.add(keys, "spend", toParts(amount));
      else sums.add(keys, "unconverted", whole(one.count));
      // Zero is known too: it has a row.
      for (const name of ["impressions", "clicks", "conversions"] as const)
        if (one[name] !== null) sums.add(keys, name, toTenThousandths(new Decimal(one[name]).toFixed(4)));
    }
  }
  return { rows: sums.list(), origins: [...sources.values()] };
}

/** Under which values spend counts. */
function placeSpend(
  { adPlatform, campaignRef, adSetRef, adRef, source }: SpendOfDay,
  sources: Map<string, KnownOrigin>,
): [kind: string, value: string][] {
  if (adPlatform === "") {
    const origin = toOrigin({ ...NO_ORIGIN, source: source ?? "" });
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
