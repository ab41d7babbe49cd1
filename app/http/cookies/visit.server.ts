import { parse } from "cookie";
import { z } from "zod";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { toForeignReferrer } from "#app/services/submissions/attribution.server.ts";
import {
  addVisit,
  findEnd,
  findVisit,
  findVisitId,
  isClick,
  KeptEntry,
  type KeptVisit,
  keepParameters,
  lacksVisitId,
  mergeEntries,
  namesParameters,
  readEntry,
  shrink,
  toLink,
  VISIT_DAYS,
  type VisitedForm,
  wasOpenedToday,
  withoutClicks,
  withVisitId,
} from "#app/services/submissions/kept-visits.server.ts";
import { readLinkParameters } from "#app/services/submissions/link-parameters.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";
import { createVisitorCookie, visitorCookie } from "./visitor.server.ts";

const VisitValue = z.array(KeptEntry);
const MAX_AGE = VISIT_DAYS * (DAY / SECOND);

/** The visits of a browser by workspace: of forms, and of broker links below another path. */
const visitCookie = createSignedCookie("attesto_visits", VisitValue, { maxAge: MAX_AGE });
/** Where versions until November 2026 kept them, for 30 days at most: it is read, and carried over. */
const earlierCookie = createSignedCookie("attesto_visit", VisitValue, { maxAge: MAX_AGE, path: "/optin" });
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
  const isWhole = !isToForget(claimed, isPrivate) && !isToCarry(cookies);
  const isKnown = isWhole && (isPrivate || !lacksVisitId(claimed, form));
  if (isKnown && wasOpenedToday(claimed, form, link, now)) return created;

  if (isPrivate) return [...created, ...openInPrivate(cookies, form, link, now)];
  const { entries, isChanged } = open(cookies, form, { search, header }, now);
  return isChanged ? [...created, ...write(entries, now)] : created;
}

/** What keeps a click on a broker link: the browser's cookies, and the visit that it joins. */
export type JoinedVisit = {
  /** Null where the browser asks not to be tracked. */
  visitId: string | null;
  /** What led there, newest first: the address of the link itself, if it says anything. */
  clicks: KeptVisit[];
  cookies: string[];
};

/** Joins a click on a broker link to the visits of its workspace. */
export function joinVisit(
  workspace: VisitedForm,
  { search, header }: PageRequest,
  now = Date.now(),
): JoinedVisit {
  const cookies = parse(header("cookie") ?? "");
  if (asksForPrivacy(header)) {
    const isToldBefore = isToForget(claimEntries(cookies), true);
    const kept = isToldBefore ? withoutClicks(readEntries(cookies)) : [];
    return { visitId: null, clicks: [], cookies: kept.length > 0 ? write(kept, now) : [] };
  }
  const { entries, isChanged } = open(cookies, workspace, { search, header }, now);
  return {
    visitId: findVisitId(entries, workspace, now),
    clicks: readEntry(entries, workspace, now).filter(isClick),
    cookies: isChanged ? write(entries, now) : [],
  };
}

const isToForget = (entries: KeptEntry[], isPrivate: boolean): boolean =>
  isPrivate && entries.some(({ id, visits }) => id !== undefined || visits.some(isClick));

const isToCarry = (cookies: Cookies): boolean =>
  cookies[visitCookie.name] === undefined && cookies[earlierCookie.name] !== undefined;

/**
 * What a browser keeps once it has opened an address. What an earlier day says is verified: its secret may
 * be gone.
 */
function open(
  cookies: Cookies,
  form: VisitedForm,
  { search, header }: PageRequest,
  now: number,
): { entries: KeptEntry[]; isChanged: boolean } {
  const kept = readEntries(cookies);
  const link = toLink(search);
  const referrer = toForeignReferrer(header("referer") ?? null);
  if (wasOpenedToday(kept, form, link, now) || continues(readEntry(kept, form, now), link, referrer)) {
    const isMarked = lacksVisitId(kept, form);
    return { entries: isMarked ? withVisitId(kept, form) : kept, isChanged: isMarked || isToCarry(cookies) };
  }
  const visit = { link, at: now, ...readClick(search, referrer, form.links) };
  return { entries: addVisit(kept, visit, form, now), isChanged: true };
}

/** Keeps when and by which link the form was opened, for a day, and nothing of before. */
function openInPrivate(cookies: Cookies, form: VisitedForm, link: string, now: number): string[] {
  const kept = withoutClicks(readEntries(cookies));
  const isOpened = findVisit(readEntry(kept, form, now), link) !== null;
  const entries = isOpened
    ? kept
    : addVisit(kept, { link, at: now }, { ...form, hasBrokerLinks: false }, now);
  const forgotten = cookies[earlierCookie.name] === undefined ? [] : [earlierCookie.write([], 0)];
  return [...write(entries, now), ...forgotten];
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
  const entries = visitCookie.read(cookies[visitCookie.name]) ?? [];
  const earlier = earlierCookie.read(cookies[earlierCookie.name]);
  return earlier ? mergeEntries(entries, earlier) : entries;
}

/** Without verifying the signature, which takes most of the time: a submission verifies it. */
function claimEntries(cookies: Cookies): KeptEntry[] {
  const entries = decodeClaim(cookies[visitCookie.name]);
  const earlier = cookies[earlierCookie.name];
  return earlier === undefined ? entries : [...entries, ...decodeClaim(earlier)];
}

function decodeClaim(value: string | undefined): KeptEntry[] {
  if (value === undefined) return [];
  try {
    const end = value.indexOf(".");
    const claimed: unknown = JSON.parse(
      Buffer.from(end < 0 ? value : value.slice(0, end), "base64").toString(),
    );
    return Array.isArray(claimed) && claimed.every(isEntry) ? claimed : [];
  } catch {
    return [];
  }
}

const isEntry = ({ workspace, visits }: KeptEntry) =>
  typeof workspace === "string" &&
  Array.isArray(visits) &&
  visits.every((visit) => typeof visit?.link === "string" && typeof visit.at === "number");
