import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "#app/routes.ts";
import type { Visitor } from "./visitors.ts";

/** A page of the product and who opens it. */
export type AuditedPage = { path: string; visitor: Visitor };

/** Files and calls, and pages that end what others need. */
const NO_PAGE = /^\/(?:api|uploads|auth|dev|logout|session|theme)(?:\/|$)|\.[a-z]+$|export$|live$/;

const patterns = (entries: RouteConfigEntry[], parent = ""): string[] =>
  entries.flatMap(({ path = "", children = [] }) => {
    const whole = [parent, path].filter(Boolean).join("/");
    return [`/${whole}`, ...patterns(children, whole)];
  });

/** Where a parameter's value is in links. */
const toExpression = (pattern: string) => new RegExp(`^${pattern.replace(/:[^/]+/g, "[^/?#]+")}$`);

const withoutQuery = (path: string) => path.split("?")[0] ?? "";

/** Every page that `app/routes.ts` names, each by the first visitor who may open it. */
export async function findPages(visitors: Visitor[]): Promise<AuditedPage[]> {
  const all = [...new Set(patterns(routes as RouteConfigEntry[]))].filter((one) => !NO_PAGE.test(one));
  const plain = all.filter((pattern) => !/[:*]/.test(pattern));
  const found = (await Promise.all(plain.map((path) => firstToOpen(path, visitors)))).flat();
  const missing = [...(await firstToOpen("/dashboard/nothing-here", visitors))];
  const links = await listLinks(found);
  const withValues = all
    .filter((pattern) => pattern.includes(":"))
    .flatMap((pattern) => {
      const those = links.filter(({ path }) => toExpression(pattern).test(withoutQuery(path)));
      // Each tab is a page of its own; of the others the first that somebody finds is looked at.
      if (!pattern.endsWith(":tab")) return those.slice(0, 1);
      const tabs = those.map((link) => ({ ...link, path: withoutQuery(link.path) }));
      return tabs.filter(
        ({ path }, index) => !plain.includes(path) && index === tabs.findIndex((tab) => tab.path === path),
      );
    });
  const opened = await Promise.all(withValues.map(({ path, visitor }) => firstToOpen(path, [visitor])));
  return [...found, ...missing, ...opened.flat()];
}

async function firstToOpen(path: string, visitors: Visitor[]): Promise<AuditedPage[]> {
  for (const visitor of visitors) {
    const response = await visitor.context.request.get(path, { maxRedirects: 0 });
    const isHtml = response.headers()["content-type"]?.startsWith("text/html");
    // A page that says that there is nothing is a page too.
    if (isHtml && [200, 404].includes(response.status())) return [{ path, visitor }];
  }
  return [];
}

/** The links in the documents of pages, each with who saw it. */
export async function listLinks(pages: AuditedPage[]): Promise<AuditedPage[]> {
  const seen = new Map<string, AuditedPage>();
  for (const { path, visitor } of pages) {
    const html = await (await visitor.context.request.get(path)).text();
    for (const [, href = ""] of html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
      const link = { path: href.replaceAll("&amp;", "&"), visitor };
      if (!seen.has(link.path)) seen.set(link.path, link);
    }
  }
  return [...seen.values()];
}
