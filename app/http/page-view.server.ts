import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import type { PageRequest } from "#app/http/cookies/visit.server.ts";
import { RELOAD_PARAMETER } from "#app/lib/ad-platforms.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { countView } from "#app/services/opt-in-forms/page-views.server.ts";
import { findLink } from "#app/services/submissions/link-parameters.ts";

type GetHeader = PageRequest["header"];

/** `prefetch;prerender` too, and the `preview` of Safari and of Facebook's app. */
const AHEAD = /prefetch|prerender|preview/i;
const AHEAD_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** Whether the browser fetches a page that it may never show. Once it is shown, the page itself says so. */
export const isFetchedAhead = (header: GetHeader): boolean =>
  AHEAD_HEADERS.some((name) => AHEAD.test(header(name) ?? ""));

const USER_AGENTS_MAX = 2_000;
/** Matching one takes as long as the rest of a page, and browsers send few values. */
const robots = new LRUCache<string, boolean>({ max: USER_AGENTS_MAX });

/** A robot, a preview of a link, a program, or whoever does not say. */
export function isRobot(userAgent: string): boolean {
  if (userAgent === "") return true;
  const known = robots.get(userAgent);
  if (known !== undefined) return known;
  const found = isbot(userAgent);
  robots.set(userAgent, found);
  return found;
}

/** Whether a person sees the page that a GET gets. */
export const isView = (request: PageRequest): boolean =>
  // A script that reads the page shows it to nobody. Older browsers do not send the header.
  (request.header("sec-fetch-mode") ?? "navigate") === "navigate" && isOfPerson(request);

function isOfPerson({ search, header }: PageRequest): boolean {
  if (search.includes(`${RELOAD_PARAMETER}=`) || isFetchedAhead(header)) return false;
  // People who are signed in are owners who check their form, not visitors.
  if (header("cookie")?.includes(`${sessionCookie.name}=`)) return false;
  return !isRobot(header("user-agent") ?? "");
}

/** Counts a GET of the form's page. */
export function countPageView(form: LiveForm, request: PageRequest): void {
  if (isView(request)) countView(form, findLink(request.search, form.links));
}

/** Counts a page that was fetched ahead and is shown now. */
export function countShownPage(form: LiveForm, request: PageRequest): void {
  if (isOfPerson(request)) countView(form, findLink(request.search, form.links));
}
