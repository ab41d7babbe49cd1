import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import { methodNotAllowed, sendErrorResponse } from "./error-responses.ts";
import { getRequestContext } from "./request-context.ts";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const READ_METHODS = ["GET", "HEAD"];

/** Remix actions would treat PUT, PATCH and DELETE as a POST. */
const PAGE_METHODS = [...READ_METHODS, "POST"];

/**
 * Remix responds to other methods with a line of text, or passes them to an action. A POST to a page without
 * an action would run its loaders, which redirect signed-out visitors.
 */
export function createMethodGuard(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  // In development the routes change while the server runs.
  const hasAction = typeof build === "function" ? () => true : createActionCheck(build.routes);
  return (req, res, next) => {
    const isApi = /^\/api(?:\/|$)/i.test(req.path);
    const allowed = isApi ? METHODS : PAGE_METHODS;
    const refuse = (methods: readonly string[]) =>
      sendErrorResponse(req, res, getRequestContext(req).requestId, methodNotAllowed(methods));
    const isReadOnly = !isApi && !READ_METHODS.includes(req.method) && !hasAction(req.path);
    if (isReadOnly) return refuse(READ_METHODS);
    if (!allowed.includes(req.method)) return refuse(allowed);
    // Remix's own 405 names no methods.
    onHeaders(res, () => {
      if (res.statusCode === 405 && !res.hasHeader("Allow")) res.setHeader("Allow", READ_METHODS.join(", "));
    });
    next();
  };
}

type Routes = ServerBuild["routes"];
type NestedRoute = Pick<Routes[string], "id" | "path"> & { children?: NestedRoute[] };

function createActionCheck(routes: Routes) {
  const nested = nestRoutes(routes);
  return (path: string): boolean => {
    // A script's request for a page's data, which Remix refuses in the script's format.
    if (path.endsWith(".data")) return true;
    return (matchRoutes(nested, path) ?? []).some(({ route }) => routes[route.id]?.module.action);
  };
}

/** The routes as `matchRoutes` takes them. */
export function nestRoutes(routes: Routes, parent?: string): NestedRoute[] {
  return Object.values(routes)
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: nestRoutes(routes, id) },
    );
}
