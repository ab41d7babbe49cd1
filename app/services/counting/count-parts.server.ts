import { retryRead } from "#app/database/connection.server.ts";
import { countMatching, type Dimensions } from "#app/database/queries/counted-claims.server.ts";
import type { States } from "#app/database/queries/counts.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { type CountedEventState, listStates } from "#app/lib/event-state.ts";
import { pick } from "#app/lib/objects.ts";
import type { Days } from "#app/lib/periods.ts";
import { toFourDigits, toWholeNumber } from "#app/lib/ten-thousandths.ts";
import {
  type DecidedCounts,
  EVIDENCE_MEASURES,
  type EvidenceCounts,
  listEvidenceMeasures,
  type TruthState,
} from "#app/lib/truth.ts";
import { addStates, type ClaimSum, noClaims, sortClaims } from "./claim-sums.ts";
import { isAccepted } from "./count-claims.ts";
import { type Counts, openCounts } from "./open-counts.server.ts";

/** The days that figures are counted by. */
export type CountedDays = {
  workspaceId: string;
  days: Days;
  /** A SELECT of the claims' ids, if not all claims count. */
  matching?: string | undefined;
  /** Only these of the days, of all claims. */
  only?: readonly string[] | undefined;
  /** The form whose views and claims count. */
  form?: { id: string; isOnly: boolean } | undefined;
  counts: Counts;
};

/** What claims are counted by: a dimension or their day. */
type CountedBy = Dimensions | "day";

export type Part = { value: string; submissions: number; handled: number; sent: number } & DecidedCounts &
  EvidenceCounts;

/** Opens the counts of some days. */
export const findCountedDays = async (place: Omit<CountedDays, "counts">): Promise<CountedDays> => ({
  ...place,
  counts: await openCounts(place.workspaceId, place.days),
});

type StateCount = States & { key: string; measure: string; count: number };

/** `form.isOnly`: nothing else chooses the claims, so counts know their states and days. */
const isCountedByForm = (by: CountedBy, { form }: CountedDays) =>
  form?.isOnly === true && (by === "day" || by === "form");

/** What counts have by a dimension or day. All of them tell the days; a workspace has few forms. */
const toQuery = (by: CountedBy, { only, form }: CountedDays) =>
  ({
    basis: "claim",
    kind: by === "day" ? "form" : by,
    by: by === "day" ? "period" : "value",
    only,
    ...(form?.isOnly ? { values: [form.id] } : {}),
  }) as const;

async function readMatching(by: CountedBy, place: CountedDays): Promise<StateCount[]> {
  const { matching = "" } = place;
  const rows = await retryRead(() => countMatching({ ...place, matching }, by));
  return rows.flatMap(({ restsOn, isByRule, ...states }) => {
    const count = Number(states.count);
    const truthState = states.truthState as TruthState;
    const decided = listEvidenceMeasures({ truthState, restsOn, isByRule: Number(isByRule) === 1 });
    return ["claims", ...decided].map((measure) => ({ ...states, measure, count }));
  });
}

/** The claims of some days by each of some properties, the most frequent values first. */
export async function claimsByEach<By extends CountedBy>(
  all: readonly By[],
  place: CountedDays,
  limit: number,
): Promise<Record<By, Part[]>> {
  const read = async (by: By) => {
    if (place.matching && !isCountedByForm(by, place))
      return sortClaims(addStates(await readMatching(by, place)));
    // A day is no value.
    const [sums] = await place.counts.sumClaims({
      ...toQuery(by, place),
      ...(by === "day" ? {} : { limit }),
    });
    return sums;
  };
  const found = await Promise.all(
    all.map(async (by) => [by, (await read(by)).slice(0, limit).map(toPart)] as const),
  );
  return Object.fromEntries(found) as Record<By, Part[]>;
}

/** The same by one property. */
export const claimsBy = async <By extends CountedBy>(
  by: By,
  place: CountedDays,
  limit: number,
): Promise<Part[]> => (await claimsByEach([by], place, limit))[by];

const toPart = ({ key, ...counts }: ClaimSum): Part => ({ value: key, ...counts });
export const NO_CLAIMS = toPart(noClaims(""));

type ClaimStates = {
  status: SubmissionStatus;
  /** Empty before a claim is verified. */
  eventState: CountedEventState | "";
  truthState: TruthState;
  count: number;
};

/** The claims by status, event state and truth state, and what verified them. */
export async function countStates(
  place: CountedDays,
): Promise<{ states: ClaimStates[]; evidence: EvidenceCounts }> {
  const rows = await readStates(place);
  const [all = noClaims("")] = addStates(rows.map((row) => ({ ...row, key: "" }))).values();
  const states = rows.filter(({ measure }) => measure === "claims") as (StateCount & ClaimStates)[];
  return { states, evidence: pick(all, EVIDENCE_MEASURES) };
}

async function readStates(place: CountedDays): Promise<StateCount[]> {
  if (place.matching && !place.form?.isOnly) return readMatching("platform", place);
  const { by: _by, ...query } = toQuery("form", place);
  const [sums] = await place.counts.sum({ ...query, measure: ["claims", ...EVIDENCE_MEASURES] });
  return sums.map(({ parts, ...sum }) => ({ ...sum, count: toWholeNumber(parts) }));
}

/** The claims of some brokers of the days up to one. Chosen claims have no totals. */
export async function sumOfPlatforms(
  place: CountedDays,
  values: readonly string[],
  until: string,
): Promise<Part[]> {
  if (place.matching || values.length === 0 || until < place.days.from) return [];
  const query = { basis: "claim", kind: "platform", by: "value", only: place.only, values, until } as const;
  const [sums] = await place.counts.sumClaims(query);
  return sums.map(toPart);
}

/** The claims of the days up to one. */
export async function sumUntil(place: CountedDays, until: string): Promise<Part> {
  if (place.matching && !place.form?.isOnly) {
    const rows = (await readMatching("day", place)).filter(({ key }) => key <= until);
    const [sum = noClaims("")] = addStates(rows.map((row) => ({ ...row, key: "" }))).values();
    return toPart(sum);
  }
  if (until < place.days.from) return NO_CLAIMS;
  const { by: _by, ...query } = toQuery("form", place);
  const [sums] = await place.counts.sumClaims({ ...query, until });
  return toPart(sums[0] ?? noClaims(""));
}

/** What the claims of the days earned, in each currency. */
export async function earnedIn({ counts }: CountedDays): Promise<{ amount: string; currency: string }[]> {
  const [sums] = await counts.sum({ basis: "claim", kind: "earned", by: "value" });
  return sums
    .map(({ key, parts }) => ({ amount: toFourDigits(parts), currency: key }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

type PlatformEvents = { adPlatform: string; sent: number; accepted: number; confirmed: number };

/** The settled events of the days' claims by ad platform. */
export async function settledEvents({ counts }: CountedDays): Promise<PlatformEvents[]> {
  const [sums] = await counts.sum({ basis: "claim", kind: "delivery", by: "value", measure: "claims" });
  const byId = new Map<string, PlatformEvents>();
  for (const { key, parts } of sums) {
    const count = toWholeNumber(parts);
    if (count === 0) continue;
    const [adPlatform = "", state = ""] = key.split(":");
    const events = byId.get(adPlatform) ?? { adPlatform, sent: 0, accepted: 0, confirmed: 0 };
    if (isAccepted(state) || listStates("attempted").some((one) => one === state)) events.sent += count;
    if (isAccepted(state)) events.accepted += count;
    if (state === "confirmed") events.confirmed += count;
    byId.set(adPlatform, events);
  }
  return [...byId.values()].sort((a, b) => (a.adPlatform < b.adPlatform ? -1 : 1));
}
