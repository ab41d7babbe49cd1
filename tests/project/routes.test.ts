import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, test } from "vitest";
import routes from "#app/routes.ts";

const ROUTES = fileURLToPath(new URL("../../app/routes", import.meta.url));

const flat = (entries: RouteConfigEntry[], parent = ""): { file: string; path: string }[] =>
  entries.flatMap(({ file, path = "", children = [] }) => {
    const whole = [parent, path].filter(Boolean).join("/");
    return [{ file, path: whole }, ...flat(children, whole)];
  });

describe("app/routes.ts", () => {
  test("registers every module under app/routes, and none that is not there", () => {
    const modules = readdirSync(ROUTES, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
      .map((file) => `routes/${file}`);
    const registered = new Set(flat(routes as RouteConfigEntry[]).map(({ file }) => file));
    expect([...registered].sort()).toEqual(modules.sort());
  });

  test("has every module of /api under /api, and no other", () => {
    for (const { file, path } of flat(routes as RouteConfigEntry[]))
      expect(`${file} ${path.startsWith("api/")}`).toBe(`${file} ${file.startsWith("routes/api/")}`);
  });
});
