import { createRequestHandler, type GetLoadContextFunction } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";

type Routes = ServerBuild["routes"];

/**
 * Remix ranks all routes of its build several times for each request, which takes longer than most calls. So
 * each part of the product, such as /dashboard or /api/user, has a handler with the routes that may match there.
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
  const getHandler = (part: string): RequestHandler => {
    if (!parts.has(part)) return handleOther;
    // Made for the first request, because all of them would take a part of the start.
    const handle = handlers.get(part) ?? create(listRoutes(part, build.routes));
    handlers.set(part, handle);
    return handle;
  };
  return (req, res, next) => getHandler(getPart(req.path.toLowerCase()))(req, res, next);
}

/** The first segment of a path, and below /api the second too. A script asks for a page's data with `.data`. */
export function getPart(path: string): string {
  const named = path.replace(/^\//, "").replace(/\.data$/, "");
  const [first, second] = named.split("/");
  return first === "api" && second ? `${first}/${second}` : first || named;
}

export function listParts(routes: Routes): Set<string> {
  return new Set(Object.values(routes).map((route) => getPart(fullPath(route, routes))));
}

/** The routes that may match a path of the part, with their layouts. */
export function listRoutes(part: string, routes: Routes): Routes {
  const found = Object.values(routes).filter((route) => mayMatch(fullPath(route, routes), part));
  return pick(routes, Object.fromEntries(found.flatMap((route) => withLayouts(route, routes))));
}

function mayMatch(path: string, part: string): boolean {
  const segments = path.split("/");
  const length = segments.indexOf("*");
  return part
    .split("/")
    .every(
      (name, at) => (length !== -1 && at >= length) || segments[at] === name || segments[at]?.[0] === ":",
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
