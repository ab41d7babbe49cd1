import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { ANY_HOST_PATHS } from "./host-gate.ts";
import { nestRoutes } from "./method-guard.ts";
import { getPart, listParts, listRoutes } from "./remix-router.ts";
import { findRequestContext } from "./request-context.ts";
import { getPath } from "./request-target.ts";
import type { Metrics } from "./server-app.ts";

type Routes = ServerBuild["routes"];

/** What no route has, and in development all, because their routes change. */
const UNKNOWN = "(unknown)";
/** Any other method is refused, and may be any word. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The pattern of a path, such as `/optin/:slug`. There are as many as routes, whatever clients send. */
export function createRouteFinder(
  build: ServerBuild | (() => Promise<ServerBuild>),
): (path: string) => string {
  if (typeof build === "function") return () => UNKNOWN;
  const { routes } = build;
  const parts = listParts(routes);
  const nested = new Map<string, ReturnType<typeof nestRoutes>>();
  const nestPart = (path: string) => {
    const part = getPart(path.toLowerCase());
    const key = parts.has(part) ? part : "";
    const known = nested.get(key) ?? nestRoutes(key === "" ? routes : listRoutes(part, routes));
    nested.set(key, known);
    return known;
  };
  return (path) => {
    if (ANY_HOST_PATHS.has(path)) return path;
    // A script asks for a page's data with `.data`.
    const page = path.replace(/(?:\/_root)?\.data$/, "") || "/";
    const matches = matchRoutes(nestPart(page), page);
    return matches ? toPattern(matches.map(({ route }) => route)) : UNKNOWN;
  };
}

const toPattern = (matched: { path?: Routes[string]["path"] }[]) =>
  `/${matched.flatMap(({ path }) => path || []).join("/")}`;

/** Counts each request once its response has ended. */
export function createRequestObserver(
  metrics: Metrics,
  build: Parameters<typeof createRouteFinder>[0],
): (req: IncomingMessage, res: ServerResponse) => void {
  const findRoute = createRouteFinder(build);
  return (req, res) => {
    const startedAt = performance.now();
    res.on("close", () => {
      const { method = "" } = req;
      metrics.countRequest({
        route: findRequestContext(req)?.route ?? findRoute(getPath(req.url ?? "/")),
        method: METHODS.has(method) ? method : "other",
        status: res.statusCode,
        seconds: (performance.now() - startedAt) / 1000,
      });
    });
  };
}
