import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { describe, expect, test } from "vitest";
import routeConfig from "#app/routes.ts";
import { nestRoutes } from "../../server/method-guard.ts";
import { findPart, listParts, listRoutes } from "../../server/remix-router.ts";

type Routes = ServerBuild["routes"];
type Config = Awaited<typeof routeConfig>[number];

const all = Object.fromEntries([["root", { id: "root", path: "" }], ...flatten(await routeConfig)]) as Routes;

const parts = listParts(all);

describe("part of the product", () => {
  test("each URL matches the same routes in its part of the product as among all of them", () => {
    for (const url of urls()) {
      const part = findPart(url, parts);
      if (part === undefined) continue;
      expect(matchedIds(listRoutes(part, all), url), url).toEqual(matchedIds(all, url));
    }
  });

  test("each URL of the product has a part with few of the routes", () => {
    expect(Object.keys(all).length).toBeGreaterThan(150);
    for (const url of concreteUrls().filter((one) => !one.endsWith("/no/such/page"))) {
      const part = findPart(url, parts) ?? "";
      expect(parts, url).toContain(part);
      // Below /dashboard and /optin there are more than elsewhere.
      expect(Object.keys(listRoutes(part, all)).length, url).toBeLessThan(25);
    }
  });

  test("an address without a parameter has its own routes only, and those that match everything", () => {
    expect(Object.keys(listRoutes("dashboard/settings/api-keys", all)).length).toBeLessThan(9);
    expect(Object.keys(listRoutes("api/auth/me", all)).length).toBeLessThan(6);
    for (const url of ["/api/auth/me", "/api/auth/me/", "/dashboard/overview.data"])
      expect(findPart(url, parts), url).toBe(url.slice(1).replace(/\/$|\.data$/, ""));
  });

  test("a path that has to be decoded or begins with two slashes is in no part of the product", () => {
    for (const path of ["/%64ashboard/overview", "//dashboard/overview", "/api/%75ser", "/_root.data"])
      expect(findPart(path, parts), path).toBe(undefined);
  });
});

/** A URL of each route. */
function concreteUrls(): string[] {
  const paths = Object.keys(all).map((id) => `/${fullPath(id)}`.replace(/:\w+/g, "some-id"));
  return [...new Set(paths)].map((path) => path.replace(/\*$/, "no/such/page"));
}

/** A URL of each route, with a slash at its end, and one below it. */
function urls(): string[] {
  const bare = concreteUrls().map((path) => path.replace(/\/$/, ""));
  return bare.flatMap((path) => [path || "/", `${path}/`, `${path}/below`]);
}

function fullPath(id: string): string {
  const { path, parentId } = all[id] as Routes[string];
  return [parentId && fullPath(parentId), path].filter(Boolean).join("/");
}

function matchedIds(routes: Routes, url: string): (string | undefined)[] | undefined {
  return matchRoutes(nestRoutes(routes), url)?.map(({ route }) => route.id);
}

function flatten(config: Config[], parentId = "root"): [string, Partial<Routes[string]>][] {
  return config.flatMap(({ id = "", file, path, index, children = [] }) => {
    const own = id || file;
    return [[own, { id: own, parentId, path, index }], ...flatten(children, own)];
  });
}
