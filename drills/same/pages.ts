import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "#app/routes.ts";
import { idsOf, type World } from "./calls.ts";

/** Calls, files of the site itself, and addresses that end a session or lead to other sites. */
const NO_PAGE =
  /^\/(?:api|uploads|auth|dev|logout|session|theme|support-access)(?:\/|$)|^\/dashboard\/(?:live|workspace|deliveries\/replay\/progress)$|callback$/;

const patterns = (entries: RouteConfigEntry[], parent = ""): string[] =>
  entries.flatMap(({ path = "", children = [] }) => {
    const whole = [parent, path].filter(Boolean).join("/");
    return [`/${whole}`, ...patterns(children, whole)];
  });

/** The addresses that `app/routes.ts` names, but for those that answer any. */
export const PAGES = [...new Set(patterns(routes as RouteConfigEntry[]))].filter(
  (pattern) => !NO_PAGE.test(pattern) && !pattern.includes("*"),
);

const expressions = PAGES.map(
  (pattern) => [pattern, new RegExp(`^${pattern.replace(/:[^/]+/g, "[^/?#]+")}$`)] as const,
);

/** Of pages that no link leads to, or only in a state that is rare. */
const ADDRESSES: Record<string, (world: World) => string[]> = {
  "/optin/:slug": ({ forms }) => slugsOf(forms),
  "/optin/:slug/shown": ({ forms }) => slugsOf(forms),
  "/optin/:slug/mine/:token": ({ prepared }) => [prepared.privateHref],
  "/optin/:slug/mine/:token/proof": ({ prepared }) => [`${prepared.privateHref}/proof`],
  "/dashboard/forms/:formId/preview": ({ forms }) => idsOf(forms),
  "/dashboard/forms/:formId/embed-preview": ({ forms }) => idsOf(forms),
  "/dashboard/forms/:formId/slug": ({ forms }) => idsOf(forms),
  "/dashboard/forms/:formId/qr/:format": ({ forms }) => idsOf(forms),
  "/dashboard/submissions/:submissionId/correction": ({ claims }) => verifiedOf(claims),
  "/dashboard/statements/:statementId": ({ statements }) => idsOf(statements),
  "/dashboard/statements/:statementId/pairs": ({ statements }) => idsOf(statements),
  "/dashboard/affiliate-settings/:platformId/commission": ({ platforms }) => idsOf(platforms, 4),
  "/dashboard/affiliate-settings/:platformId/commission/export": ({ platforms }) => idsOf(platforms, 4),
  "/dashboard/person": (world) => [`?search=${emailIn(world)}`],
  "/dashboard/person/export": (world) => [`?search=${emailIn(world)}`],
};
/** Recorded with the work that makes it. */
const ELSEWHERE = ["/dashboard/submissions/exports/:exportId"];

type Row = World["forms"][number];
const slugsOf = (forms: Row[]) => forms.map(({ slug }) => String(slug));
const verifiedOf = (claims: Row[]) => idsOf(claims.filter(({ status }) => status === "handled")).slice(0, 3);
const emailIn = ({ claims }: World) =>
  encodeURIComponent(String((claims[0]?.formData as Row | undefined)?.email ?? "nobody@example.com"));

/** Where somebody begins to look at pages. */
export const listAddresses = (world: World): string[] => [
  ...PAGES.filter((pattern) => !pattern.includes(":")),
  ...Object.entries(ADDRESSES).flatMap(([pattern, read]) =>
    read(world).map((value) => {
      if (value.startsWith("/")) return value;
      return value.startsWith("?")
        ? pattern + value
        : pattern.replace(":format", "png").replace(/:\w+/, value);
    }),
  ),
];

/** @throws {Error} if a page was opened by nobody */
export function assertAllOpened(paths: string[]): void {
  const opened = new Set([...paths.map(findPage), ...ELSEWHERE]);
  const missing = PAGES.filter((pattern) => !opened.has(pattern));
  if (missing.length > 0)
    throw new Error(
      `No link leads to ${missing.join(", ")}: drills/same/pages.ts says where such pages are.`,
    );
}

const countParameters = (pattern: string) => pattern.split(":").length;

/** Which page a path is of; the one with the fewest parameters goes first. */
export function findPage(path: string): string | null {
  const [plain = ""] = path.split("?");
  if (NO_PAGE.test(plain)) return null;
  const found = expressions.filter(([, expression]) => expression.test(plain)).map(([pattern]) => pattern);
  return found.sort((a, b) => countParameters(a) - countParameters(b))[0] ?? null;
}
