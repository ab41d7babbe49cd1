import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { describe, expect, test } from "vitest";
import routeConfig from "#app/routes.ts";
import { nestRoutes } from "../../server/method-guard.ts";
import { getPart, listParts, listRoutes } from "../../server/remix-router.ts";

type Routes = ServerBuild["routes"];
type Config = Awaited<typeof routeConfig>[number];

const all = Object.fromEntries([["root", { id: "root", path: "" }], ...flatten(await routeConfig)]) as Routes;

describe("part of the product", () => {
  test("a part of the product matches each URL with its own routes as with all of them", () => {
    for (const url of urls()) {
      const own = listRoutes(getPart(url), all);
      expect(matchedIds(own, url), url).toEqual(matchedIds(all, url));
    }
  });

  test("a part of the product has few of the routes", () => {
    expect(Object.keys(all).length).toBeGreaterThan(150);
    for (const part of listParts(all))
      expect(Object.keys(listRoutes(part, all)).length).toBeLessThan(part === "dashboard" ? 60 : 30);
  });

  test("a part of the product is none for a path that has to be decoded or begins with two slashes", () => {
    for (const path of ["/%64ashboard/overview", "//dashboard/overview", "/api/%75ser", "/_root.data"])
      expect(listParts(all)).not.toContain(getPart(path));
  });
});

/** A URL of each route, and one below it. */
function urls(): string[] {
  const paths = Object.keys(all).map((id) => `/${fullPath(id)}`.replace(/:\w+/g, "some-id"));
  const concrete = [...new Set(paths)].map((path) => path.replace(/\*$/, "no/such/page"));
  return [...concrete, ...concrete.map((path) => `${path.replace(/\/$/, "")}/below`)];
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
