import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { ANY_HOST_PATHS } from "./host-gate.ts";
import { nestRoutes } from "./method-guard.ts";
import { findPart, listParts, listRoutes } from "./remix-router.ts";
import { findRequestContext } from "./request-context.ts";
import { getPath } from "./request-target.ts";
import type { Metrics, TraceRequest } from "./server-app.ts";

type Routes = ServerBuild["routes"];

/** What no route has, and in development all, because their routes change. */
const UNKNOWN = "(unknown)";
/** Any other method is refused, and may be any word. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The pattern of a path, such as `/optin/:slug`. There are as many as routes, whatever clients send. */
function createRouteFinder(build: ServerBuild | (() => Promise<ServerBuild>)): (path: string) => string {
  if (typeof build === "function") return () => UNKNOWN;
  const { routes } = build;
  const parts = listParts(routes);
  const nested = new Map<string, ReturnType<typeof nestRoutes>>();
  const nestPart = (path: string) => {
    const part = findPart(path.toLowerCase(), parts) ?? "";
    const known = nested.get(part) ?? nestRoutes(part === "" ? routes : listRoutes(part, routes));
    nested.set(part, known);
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

type Observed = { metrics: Metrics | null; traceRequest: TraceRequest | null };
export type ObserveRequest = (req: IncomingMessage, res: ServerResponse, handle: () => void) => void;

/** Counts and traces each request by its route, once its response has ended. */
export function createRequestObserver(
  { metrics, traceRequest }: Observed,
  build: Parameters<typeof createRouteFinder>[0],
): ObserveRequest {
  if (!metrics && !traceRequest) return (_req, _res, handle) => handle();
  const findRoute = createRouteFinder(build);
  return (req, res, handle) => {
    const startedAt = performance.now();
    const path = getPath(req.url ?? "/");
    const method = METHODS.has(req.method ?? "") ? (req.method ?? "") : "other";
    // Probes would be most of the traces of a quiet server.
    const isTraced = traceRequest && !ANY_HOST_PATHS.has(path);
    const endSpan = isTraced ? traceRequest({ method, headers: req.headers }, handle) : handle();
    res.on("close", () => {
      const context = findRequestContext(req);
      const route = context?.route ?? findRoute(path);
      const status = res.statusCode;
      metrics?.countRequest({ route, method, status, seconds: (performance.now() - startedAt) / 1000 });
      endSpan?.({ route, status, requestId: context?.requestId ?? "" });
    });
  };
}
