import { createRequestHandler, type GetLoadContextFunction } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";

type Routes = ServerBuild["routes"];

/**
 * Remix ranks all routes of its build several times for each request, which takes longer than most calls. So
 * each address, such as /dashboard/overview, and each part of the product, such as /api/user/, has a handler with
 * the routes that may match there.
 */
export function createRemixRouter(
  build: ServerBuild,
  getLoadContext: GetLoadContextFunction,
): RequestHandler {
  const create = (routes: Routes) =>
    createRequestHandler({
      build: { ...build, routes, assets: { ...build.assets, routes: pick(build.assets.routes, routes) } },
      getLoadContext,
    });
  const parts = listParts(build.routes);
  const handlers = new Map<string, RequestHandler>();
  const handleOther = createRequestHandler({ build, getLoadContext });
  const getHandler = (part: string | undefined): RequestHandler => {
    if (part === undefined) return handleOther;
    // Made for the first request, because all of them would take a part of the start.
    const handle = handlers.get(part) ?? create(listRoutes(part, build.routes));
    handlers.set(part, handle);
    return handle;
  };
  return (req, res, next) => getHandler(findPart(req.path.toLowerCase(), parts))(req, res, next);
}

/** Most routes are below these: their second segment counts too. */
const LARGE = new Set(["api", "dashboard"]);

/** What begins like a path: `dashboard/submissions/`. */
function toBeginning(segments: string[]): string {
  const [first = "", second] = segments;
  return second !== undefined && LARGE.has(first) ? `${first}/${second}/` : `${first}/`;
}

/** All addresses without a parameter, and all beginnings, which end with a slash. */
export function listParts(routes: Routes): Set<string> {
  const paths = Object.values(routes).map((route) => fullPath(route, routes));
  const beginnings = paths.filter((path) => path !== "" && path !== "*");
  return new Set([
    ...paths.filter((path) => !/[:*]/.test(path)),
    ...beginnings.map((path) => toBeginning(path.split("/"))),
  ]);
}

/**
 * The part of a path, if it is one of those listed: the address itself, else its beginning. A script asks for a
 * page's data with `.data`.
 */
export function findPart(path: string, parts: Set<string>): string | undefined {
  const address = path.replace(/^\//, "").replace(/\.data$|\/$/, "");
  return [address, toBeginning(address.split("/"))].find((part) => parts.has(part));
}

/** The routes that may match a path of the part, with their layouts. */
export function listRoutes(part: string, routes: Routes): Routes {
  const found = Object.values(routes).filter((route) => mayMatch(fullPath(route, routes), part));
  return pick(routes, Object.fromEntries(found.flatMap((route) => withLayouts(route, routes))));
}

function mayMatch(path: string, part: string): boolean {
  const segments = path.split("/");
  const names = part.replace(/\/$/, "").split("/");
  const end = segments.indexOf("*");
  const isOpen = end !== -1 || part.endsWith("/");
  return (
    (isOpen || segments.length === names.length) &&
    names.every((name, at) => (end !== -1 && at >= end) || segments[at] === name || segments[at]?.[0] === ":")
  );
}

function withLayouts(route: Routes[string], routes: Routes): [string, Routes[string]][] {
  const layout = route.parentId === undefined ? undefined : routes[route.parentId];
  return [...(layout ? withLayouts(layout, routes) : []), [route.id, route]];
}

const fullPath = (route: Routes[string], routes: Routes): string =>
  withLayouts(route, routes)
    .flatMap(([, { path }]) => path || [])
    .join("/");

/** In the order of all, which decides between routes of the same rank. */
const pick = <Value>(all: Record<string, Value>, wanted: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(all).filter(([id]) => id in wanted));
