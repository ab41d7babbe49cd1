import { createRequestHandler, type GetLoadContextFunction } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import { Router } from "express";

type Routes = ServerBuild["routes"];

/**
 * Remix ranks all routes of its build for each request, which takes longer than most calls of /api. So each
 * part of /api, such as /api/user, has a handler with its own routes.
 */
export function createApiRouter(build: ServerBuild, getLoadContext: GetLoadContextFunction): Router {
  const router = Router();
  for (const part of partsOf(build.routes)) {
    const handle = createRequestHandler({
      build: { ...build, routes: routesOf(part, build.routes) },
      getLoadContext,
    });
    router.all([part, `${part}/*`], handle);
  }
  return router;
}

const segmentsOf = (path = "") => path.split("/");

/** The first two segments of the paths below /api, without its route for any other path. */
function partsOf(routes: Routes): Set<string> {
  const named = Object.values(routes).flatMap(({ path }) => {
    const [api, name] = segmentsOf(path);
    return api === "api" && name && name !== "*" ? [`/api/${name}`] : [];
  });
  return new Set(named);
}

function routesOf(part: string, routes: Routes): Routes {
  const isOf = ({ id, path }: Routes[string]) =>
    id === "root" || path === "api/*" || `/${segmentsOf(path).slice(0, 2).join("/")}` === part;
  return Object.fromEntries(Object.entries(routes).filter(([, route]) => isOf(route)));
}
