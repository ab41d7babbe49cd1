import { hash } from "node:crypto";
import { parse } from "cookie";
import { z } from "zod";
import { config } from "#app/env.server.ts";
import { withoutAddresses } from "#app/lib/url-addresses.ts";
import { URL_MAX } from "#app/schemas/shared/limits.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";
import { createVisitorCookie, visitorCookie } from "./visitor.server.ts";

/** Where and when a visitor first opened a form, and the page that led there. */
const VisitValue = z.object({
  landing: z.string(),
  openedAt: z.int(),
  referrer: z.string().nullable(),
});

const visitCookie = createSignedCookie("attesto_visit", VisitValue, { maxAge: 24 * 60 * 60 });

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
  if (!isWithin(address, claimedLanding(given[visitCookie.name]))) {
    const value = { landing: landingOf(address), openedAt: now, referrer: foreign(referrer) };
    created.push(visitCookie.write(value));
  }
  return created;
}

/** The visit that a submission of this address belongs to, if its browser keeps cookies. */
export function readVisit({
  cookies,
  ...address
}: Address & { cookies: Record<string, string | undefined> }): Visit | null {
  const visit = visitCookie.read(cookies[visitCookie.name]);
  if (!isWithin(address, visit?.landing)) return null;
  return visit && { openedAt: new Date(visit.openedAt), referrer: visit.referrer };
}

/** The query as it stands in a URL, undecoded. */
export function searchOf(url: string): string {
  const withoutHash = url.split("#", 1)[0] ?? "";
  const start = withoutHash.indexOf("?");
  return start === -1 ? "" : withoutHash.slice(start);
}

/** Another query is another click and begins a visit; the bare address is part of the last one. */
function isWithin(address: Address, landing: string | undefined): boolean {
  if (!landing?.startsWith(`${address.slug}?`)) return false;
  return address.search.length <= 1 || landing === landingOf(address);
}

function landingOf({ slug, search }: Address): string {
  return `${slug}?${search.length > 1 ? hash("sha256", search, "base64url").slice(0, 16) : ""}`;
}

/** Read without its signature, which takes most of the time: `readVisit` checks it. */
function claimedLanding(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    const { landing } = JSON.parse(Buffer.from(value.split(".", 1)[0] ?? "", "base64").toString());
    return typeof landing === "string" ? landing : undefined;
  } catch {
    return undefined;
  }
}

/** A form's own pages lead nobody to it. */
function foreign(referrer: string | null): string | null {
  const isOwn = referrer?.startsWith(`${config.publicUrl}/optin/`) === true;
  return referrer && !isOwn && referrer.length <= URL_MAX ? withoutAddresses(referrer) : null;
}
