import { hash } from "node:crypto";
import { z } from "zod";
import {
  AD_IDS,
  CAMPAIGN_PARAMETERS,
  CLICK_ID_GROUPS,
  CLICK_IDS,
  type ClickId,
  type LinkColumn,
} from "#app/lib/ad-platforms.ts";
import { LINK_CLICK_ID_LENGTH } from "#app/lib/affiliate-systems.ts";
import { DAY } from "#app/lib/dates.ts";
import { getKeys, pick } from "#app/lib/objects.ts";
import { newCode } from "#app/lib/random.server.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { type LinkParameters, mayNameParameters } from "./link-parameters.ts";

/** How long a visit is kept that says nothing of where it came from. */
export const VISIT_DAYS = 1;
/** The visits of one workspace: those of several tabs, and the first click. */
const VISITS_MAX = 6;
const WORKSPACES_MAX = 4;

const CLICK_ID_COLUMNS = CLICK_ID_GROUPS.flat();
const PARAMETER_COLUMNS = [...getKeys(CLICK_IDS), ...getKeys(CAMPAIGN_PARAMETERS)];
const ID_COLUMNS = [...getKeys(AD_IDS), "link" as const];
const Parameters = z.partialRecord(z.enum(PARAMETER_COLUMNS), z.string());
const Ids = z.partialRecord(z.enum(ID_COLUMNS), z.string());

/** One opening of a form by another link. A click is one that came from somewhere. */
const KeptVisit = z.object({
  /** A hash of the link's parameters; empty for one without. */
  link: z.string(),
  at: z.int(),
  referrer: z.string().optional(),
  parameters: Parameters.optional(),
  /** Of the ad and the named link, apart because an older version drops a cookie with an unknown parameter. */
  ids: Ids.optional(),
});
export type KeptVisit = z.infer<typeof KeptVisit>;

/**
 * What a browser keeps of its visits to one workspace's forms and broker links, the newest first. By the id
 * a click on a broker link is a claim's.
 */
export const KeptEntry = z.object({
  workspace: z.string(),
  days: z.number(),
  visits: z.array(KeptVisit),
  id: z.string().optional(),
});
export type KeptEntry = z.infer<typeof KeptEntry>;

/** The form whose page is open, or a broker link's workspace: it reads the entry of its own workspace only. */
export type VisitedForm = Pick<LiveForm, "visitKey" | "clickDays" | "links" | "hasBrokerLinks">;

const isOf = ({ workspace }: KeptEntry, { visitKey }: VisitedForm) => workspace === visitKey;

export const namesParameters = ({ parameters, ids }: KeptVisit): boolean =>
  parameters !== undefined || ids !== undefined;

export const isClick = (visit: KeptVisit): boolean => visit.referrer !== undefined || namesParameters(visit);

/** What a link says, as a visit keeps it. */
export function keepParameters(values: LinkParameters["values"]): Pick<KeptVisit, "parameters" | "ids"> {
  const has = (column: LinkColumn) => values[column] !== undefined;
  const parameters = PARAMETER_COLUMNS.filter(has);
  const ids = ID_COLUMNS.filter(has);
  return {
    ...(parameters.length === 0 ? {} : { parameters: pick(values, parameters) }),
    ...(ids.length === 0 ? {} : { ids: pick(values, ids) }),
  };
}

export const readParameters = ({ parameters, ids }: KeptVisit): LinkParameters["values"] => ({
  ...parameters,
  ...ids,
});

const LANG = /(^|[?&])lang=[^&]*&?/g;

/** A page's link, as visits are told apart by it, whatever its language. Its query is as it was sent. */
export function toLink(search: string): string {
  if (!mayNameParameters(search)) return "";
  const link = search.includes("lang=") ? search.replace(LANG, "$1").replace(/&$/, "") : search;
  return hash("sha256", link, "base64url").slice(0, 16);
}

/** The visits to a form's workspace that are not over. */
export const readEntry = (entries: KeptEntry[], form: VisitedForm, now: number): KeptVisit[] =>
  entries
    .filter((entry) => isOf(entry, form))
    .flatMap(({ visits }) => visits.filter((visit) => isKept(visit, form.clickDays, now)));

const isKept = (visit: KeptVisit, days: number, now: number) =>
  visit.at > now - (isClick(visit) ? days : VISIT_DAYS) * DAY;

/**
 * The visit that a page with this link belongs to. Another link is another visit; a page without parameters
 * belongs to the last one.
 */
export const findVisit = (visits: KeptVisit[], link: string): KeptVisit | null =>
  (link === "" ? visits[0] : visits.find((visit) => visit.link === link)) ?? null;

/** Whether a page with this link belongs to a visit of the last day. On the way of each page: it makes no lists. */
export function wasOpenedToday(entries: KeptEntry[], form: VisitedForm, link: string, now: number): boolean {
  for (const entry of entries) {
    if (!isOf(entry, form)) continue;
    for (const visit of entry.visits)
      if ((link === "" || visit.link === link) && visit.at > now - VISIT_DAYS * DAY) return true;
  }
  return false;
}

/** Without where the visits came from, and what joins clicks to them. */
export const withoutClicks = (entries: KeptEntry[]): KeptEntry[] =>
  entries.map(({ id: _, ...entry }) => ({
    ...entry,
    visits: entry.visits.map(({ link, at }) => ({ link, at })),
  }));

/** The id of the visits to a form's workspace, as long as one of them is not over. */
export function findVisitId(entries: KeptEntry[], form: VisitedForm, now: number): string | null {
  const entry = entries.find((one) => isOf(one, form));
  return entry?.id !== undefined && entry.visits.some((visit) => isKept(visit, form.clickDays, now))
    ? entry.id
    : null;
}

/** Whether browsers are to get an id and this one has none. */
export const lacksVisitId = (entries: KeptEntry[], form: VisitedForm): boolean =>
  form.hasBrokerLinks && !entries.some((entry) => isOf(entry, form) && entry.id !== undefined);

const newVisitId = () => newCode(LINK_CLICK_ID_LENGTH);

/** The entries with an id for the form's workspace. */
export const withVisitId = (entries: KeptEntry[], form: VisitedForm): KeptEntry[] =>
  entries.map((entry) => (isOf(entry, form) ? { ...entry, id: entry.id ?? newVisitId() } : entry));

/** The entries of two cookies as one. What both have is there once. */
export function mergeEntries(entries: KeptEntry[], others: KeptEntry[]): KeptEntry[] {
  const merged = new Map(entries.map((entry) => [entry.workspace, entry]));
  for (const other of others) {
    const entry = merged.get(other.workspace);
    if (!entry) {
      merged.set(other.workspace, other);
      continue;
    }
    const isThere = ({ link, at }: KeptVisit) =>
      entry.visits.some((visit) => visit.link === link && visit.at === at);
    const visits = [...entry.visits, ...other.visits.filter((visit) => !isThere(visit))];
    merged.set(other.workspace, { ...entry, visits: visits.sort((a, b) => b.at - a.at) });
  }
  return [...merged.values()];
}

/** The entries with another visit, as few as are still of use. */
export function addVisit(
  entries: KeptEntry[],
  visit: KeptVisit,
  form: VisitedForm,
  now: number,
): KeptEntry[] {
  const visits = thin([visit, ...readEntry(entries, form, now)], now);
  const others = entries
    .filter((entry) => !isOf(entry, form))
    .map(({ visits, ...entry }) => ({
      ...entry,
      visits: visits.filter((one) => isKept(one, entry.days, now)),
    }))
    .filter((entry) => entry.visits.length > 0);
  const entry = { workspace: form.visitKey, days: form.clickDays, visits };
  const id = findVisitId(entries, form, now) ?? (form.hasBrokerLinks ? newVisitId() : undefined);
  return [id === undefined ? entry : { ...entry, id }, ...others].slice(0, WORKSPACES_MAX);
}

/**
 * Keeps the first and the last click. Of those between, what belongs to a page that may still be open stays, and
 * the newest click id of each ad platform.
 */
function thin(visits: KeptVisit[], now: number): KeptVisit[] {
  if (visits.length === 1) return visits;
  const first = visits.findLast(isClick);
  const last = visits.find(isClick);
  const newest = findClickIds(visits);
  const kept = visits.flatMap((visit): KeptVisit[] => {
    if (visit === first || visit === last) return [visit];
    const ids = CLICK_ID_COLUMNS.filter((id) => newest[id]?.visit === visit);
    const { link, at, referrer } = visit;
    if (ids.length > 0) return [{ link, at, referrer, parameters: pick(visit.parameters ?? {}, ids) }];
    return at > now - VISIT_DAYS * DAY ? [{ link, at, referrer }] : [];
  });
  // The first click is the last of them.
  while (kept.length > VISITS_MAX) kept.splice(-2, 1);
  return kept;
}

type FoundClickId = { value: string; visit: KeptVisit };

/** Each ad platform's click ids, of the newest visit that has one. */
export function findClickIds(visits: KeptVisit[]): Partial<Record<ClickId, FoundClickId>> {
  const found: Partial<Record<ClickId, FoundClickId>> = {};
  for (const ids of CLICK_ID_GROUPS) {
    const visit = visits.find(({ parameters }) => ids.some((id) => parameters?.[id] !== undefined));
    for (const id of ids) {
      const value = visit?.parameters?.[id];
      if (visit && value !== undefined) found[id] = { value, visit };
    }
  }
  return found;
}

/** When the last of the clicks and visits is over, in ms. */
export const findEnd = (entries: KeptEntry[]): number =>
  Math.max(
    ...entries.flatMap(({ days, visits }) =>
      visits.map((visit) => visit.at + (isClick(visit) ? days : VISIT_DAYS) * DAY),
    ),
  );

const LESS_USEFUL: LinkColumn[] = [
  ...(["utmTerm", "utmContent", "adId", "adSetId", "campaignId"] as const),
  ...(["utmMedium", "utmSource", "utmCampaign", "link"] as const),
];

/** The entries with less and less of what is of least use, until they fit. */
export function shrink(entries: KeptEntry[], fits: (entries: KeptEntry[]) => boolean): KeptEntry[] {
  if (fits(entries)) return entries;
  let kept = entries;
  for (kept of smaller(entries)) if (fits(kept)) break;
  return kept;
}

function* smaller(all: KeptEntry[]): Generator<KeptEntry[]> {
  const entries = all.map((entry) => ({ ...entry, visits: entry.visits.map(shortenReferrer) }));
  yield entries;
  const [newest, ...others] = entries as [KeptEntry, ...KeptEntry[]];
  const [visit, ...earlier] = newest.visits as [KeptVisit, ...KeptVisit[]];
  const only = (visits: KeptVisit[], rest = others) => [{ ...newest, visits }, ...rest];
  while (others.length > 1) {
    others.pop();
    yield only(newest.visits, [...others]);
  }
  while (earlier.length > 1) {
    earlier.splice(-2, 1);
    yield only([visit, ...earlier], [...others]);
  }
  yield only([visit, ...earlier], []);
  yield only([visit], []);
  const { parameters: _, ids: __, ...bare } = visit;
  const values = readParameters(visit);
  for (const column of [...LESS_USEFUL, ...CLICK_ID_COLUMNS.toSorted(byLength(values))]) {
    if (values[column] === undefined) continue;
    delete values[column];
    yield only([{ ...bare, ...keepParameters(values) }], []);
  }
  yield only([{ link: visit.link, at: visit.at }], []);
}

/** The longest first. */
const byLength =
  (values: LinkParameters["values"]) =>
  (one: LinkColumn, other: LinkColumn): number =>
    (values[other]?.length ?? 0) - (values[one]?.length ?? 0);

/** A site is most of what a referrer says. */
function shortenReferrer(visit: KeptVisit): KeptVisit {
  const { referrer } = visit;
  return referrer && URL.canParse(referrer) && referrer.length > 100
    ? { ...visit, referrer: new URL("/", referrer).href.slice(0, 300) }
    : visit;
}
