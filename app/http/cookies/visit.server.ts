import { parse } from "cookie";
import { z } from "zod";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { toForeignReferrer } from "#app/services/submissions/attribution.server.ts";
import {
  addVisit,
  findEnd,
  findVisit,
  isClick,
  KeptEntry,
  type KeptVisit,
  keepParameters,
  namesParameters,
  readEntry,
  shrink,
  slugKey,
  toLink,
  VISIT_DAYS,
  type VisitedForm,
  wasOpenedToday,
  withoutClicks,
} from "#app/services/submissions/kept-visits.server.ts";
import { readLinkParameters } from "#app/services/submissions/link-parameters.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";
import { createVisitorCookie, visitorCookie } from "./visitor.server.ts";

/** As an earlier version kept it for a day: a form and its query's hash in place of the workspace. */
const EarlierVisit = z.object({ landing: z.string(), openedAt: z.int(), referrer: z.string().nullable() });
const VisitValue = z.array(z.union([KeptEntry, EarlierVisit]));

/** The visits of a browser by workspace. */
const visitCookie = createSignedCookie("attesto_visit", VisitValue, {
  maxAge: VISIT_DAYS * (DAY / SECOND),
  path: "/optin",
});
const earlierCookie = createSignedCookie("attesto_visit", VisitValue, {
  maxAge: VISIT_DAYS * (DAY / SECOND),
});
const hasEarlierName = earlierCookie.name !== visitCookie.name;
/** With its name, and a dot before the signature. */
const COOKIE_MAX = 2_800;
const SIGNATURE_LENGTH = 43;
/** As JSON: base64 adds a third. */
const VALUE_MAX = Math.floor((COOKIE_MAX - `${visitCookie.name}=.`.length - SIGNATURE_LENGTH) * 0.75);

type Cookies = Record<string, string | undefined>;
type GetHeader = (name: string) => string | null | undefined;

/** Whether the browser asks not to be tracked. Then only the visit itself is kept, and no id of the browser. */
export const asksForPrivacy = (header: GetHeader): boolean =>
  header("sec-gpc") === "1" || header("dnt") === "1";

/** A GET of a form's page. `search` is the query as it was sent, with its `?`, or empty. */
export type PageRequest = { search: string; header: GetHeader };

/** The cookies that a GET of the form's page sets: those that the browser lacks. */
export function createPageCookies(
  form: VisitedForm,
  { search, header }: PageRequest,
  now = Date.now(),
): string[] {
  const cookies = parse(header("cookie") ?? "");
  const isPrivate = asksForPrivacy(header);
  // Who asks not to be tracked gets no id that is there after the visit.
  const created = isPrivate || cookies[visitorCookie.name] !== undefined ? [] : [createVisitorCookie()];
  const link = toLink(search);
  const claimed = claimEntries(cookies);
  const mustForget = isPrivate && claimed.some(({ visits }) => visits.some(isClick));
  if (!mustForget && wasOpenedToday(claimed, form, link, now)) return created;

  // One of an earlier day may be signed with a secret that is no longer ours, so it is verified.
  const kept = isPrivate ? withoutClicks(readEntries(cookies)) : readEntries(cookies);
  const visits = readEntry(kept, form, now);
  const referrer = isPrivate ? null : toForeignReferrer(header("referer") ?? null);
  if (mustForget && findVisit(visits, link)) return [...created, ...write(kept, now)];
  if (!mustForget && continues(visits, link, referrer)) return created;
  const visit = { link, at: now, ...(isPrivate ? {} : readClick(search, referrer, form.links)) };
  return [...created, ...write(addVisit(kept, visit, form, now), now)];
}

/** The visits that a submission may belong to, if its browser keeps cookies. */
export function readVisits(cookies: Cookies, header: GetHeader): KeptEntry[] {
  const entries = readEntries(cookies);
  return asksForPrivacy(header) ? withoutClicks(entries) : entries;
}

/** Who comes back by the bare address from elsewhere starts a visit, unless an ad's click is kept. */
function continues(visits: KeptVisit[], link: string, referrer: string | null): boolean {
  if (!findVisit(visits, link)) return false;
  const last = visits.find(isClick);
  if (link !== "" || referrer === null) return true;
  return last !== undefined && (namesParameters(last) || last.referrer === referrer);
}

function readClick(search: string, referrer: string | null, links: VisitedForm["links"]): Partial<KeptVisit> {
  const { values } = readLinkParameters(search, links);
  return { ...(referrer === null ? {} : { referrer }), ...keepParameters(values) };
}

function write(entries: KeptEntry[], now: number): string[] {
  const fits = (value: KeptEntry[]) => Buffer.byteLength(JSON.stringify(value)) <= VALUE_MAX;
  const shrunk = shrink(entries, fits);
  return [visitCookie.write(shrunk, Math.ceil((findEnd(shrunk) - now) / SECOND))];
}

function readEntries(cookies: Cookies): KeptEntry[] {
  const entries = toEntries(visitCookie.read(cookies[visitCookie.name]) ?? []);
  const earlier = hasEarlierName ? earlierCookie.read(cookies[earlierCookie.name]) : null;
  return earlier ? [...entries, ...toEntries(earlier)] : entries;
}

/** Without verifying the signature, which takes most of the time: a submission verifies it. */
function claimEntries(cookies: Cookies): KeptEntry[] {
  const entries = decodeClaim(cookies[visitCookie.name]);
  const earlier = hasEarlierName ? cookies[earlierCookie.name] : undefined;
  return earlier === undefined ? entries : [...entries, ...decodeClaim(earlier)];
}

function decodeClaim(value: string | undefined): KeptEntry[] {
  if (value === undefined) return [];
  try {
    const end = value.indexOf(".");
    const claimed: unknown = JSON.parse(
      Buffer.from(end < 0 ? value : value.slice(0, end), "base64").toString(),
    );
    if (!Array.isArray(claimed)) return [];
    const entries = toEntries(claimed);
    return entries.every(isEntry) ? entries : [];
  } catch {
    return [];
  }
}

const isEntry = ({ workspace, visits }: KeptEntry) =>
  typeof workspace === "string" &&
  Array.isArray(visits) &&
  visits.every((visit) => typeof visit?.link === "string" && typeof visit.at === "number");

const toEntries = (values: z.infer<typeof VisitValue>): KeptEntry[] =>
  values.some(isEarlier)
    ? values.map((value) => (isEarlier(value) ? fromEarlier(value) : value))
    : (values as KeptEntry[]);

const isEarlier = (value: z.infer<typeof VisitValue>[number]) => "landing" in value;

function fromEarlier({ landing, openedAt, referrer }: z.infer<typeof EarlierVisit>): KeptEntry {
  const [slug = "", link = ""] = landing.split("?", 2);
  const visit = { link, at: openedAt, ...(referrer === null ? {} : { referrer }) };
  return { workspace: slugKey(slug), days: VISIT_DAYS, visits: [visit] };
}
