import { hash } from "node:crypto";
import { parse } from "cookie";
import { z } from "zod";
import { toForeignReferrer } from "#app/services/submissions/attribution.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";
import { createVisitorCookie, visitorCookie } from "./visitor.server.ts";

/** Where and when a visitor first opened a form, and the page that led there. */
const VisitValue = z.object({
  landing: z.string(),
  openedAt: z.int(),
  referrer: z.string().nullable(),
});

type VisitValue = z.infer<typeof VisitValue>;

/** The newest first. Two tabs with two links are two visits. */
const visitCookie = createSignedCookie("attesto_visit", z.array(VisitValue), { maxAge: 24 * 60 * 60 });
const VISITS_MAX = 4;
/** As JSON. A browser stores 4 KB per cookie, and base64 and the signature add a third. */
const VALUE_MAX = 2_800;

/** A form's address. `search` is the query as it was sent, with its `?`, or empty. */
type Address = { slug: string; search: string };

export type Visit = { openedAt: Date; referrer: string | null };

/** The cookies that a GET of the form's page sets: those that the browser lacks. */
export function createPageCookies(
  { cookies, referrer, ...address }: Address & { cookies: string | null; referrer: string | null },
  now = Date.now(),
): string[] {
  const given = parse(cookies ?? "");
  const created = given[visitorCookie.name] === undefined ? [createVisitorCookie()] : [];
  if (!findWithin(address, claimedVisits(given[visitCookie.name]))) {
    const visit = { landing: toLanding(address), openedAt: now, referrer: toForeignReferrer(referrer) };
    const earlier = visitCookie.read(given[visitCookie.name]) ?? [];
    created.push(visitCookie.write(fitting([visit, ...earlier])));
  }
  return created;
}

/** The visit that a submission of this address belongs to, if its browser keeps cookies. */
export function readVisit({
  cookies,
  ...address
}: Address & { cookies: Record<string, string | undefined> }): Visit | null {
  const visit = findWithin(address, visitCookie.read(cookies[visitCookie.name]) ?? []);
  return visit && { openedAt: new Date(visit.openedAt), referrer: visit.referrer };
}

/** The query as in the URL, undecoded. */
export function readSearch(url: string): string {
  const withoutHash = url.split("#", 1)[0] ?? "";
  const start = withoutHash.indexOf("?");
  return start === -1 ? "" : withoutHash.slice(start);
}

/** Another query is another click and starts a visit; the bare address belongs to the last one. */
function findWithin<V extends { landing: string }>(address: Address, visits: V[]): V | null {
  const isBare = address.search.length <= 1;
  const landing = isBare ? `${address.slug}?` : toLanding(address);
  const belongs = (visit: V) => (isBare ? visit.landing.startsWith(landing) : visit.landing === landing);
  return visits.find(belongs) ?? null;
}

/** The latest visits that fit into a cookie, at least the newest. */
function fitting(visits: VisitValue[]): VisitValue[] {
  const kept = visits.slice(0, VISITS_MAX);
  while (kept.length > 1 && JSON.stringify(kept).length > VALUE_MAX) kept.pop();
  return kept;
}

function toLanding({ slug, search }: Address): string {
  return `${slug}?${search.length > 1 ? hash("sha256", search, "base64url").slice(0, 16) : ""}`;
}

/** Without verifying the signature, which takes most of the time: `readVisit` verifies it. */
function claimedVisits(value: string | undefined): { landing: string }[] {
  if (value === undefined) return [];
  try {
    const visits = JSON.parse(Buffer.from(value.split(".", 1)[0] ?? "", "base64").toString());
    return Array.isArray(visits) ? visits.filter((visit) => typeof visit?.landing === "string") : [];
  } catch {
    return [];
  }
}
