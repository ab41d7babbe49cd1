import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, test } from "vitest";
import { findLoadFailure } from "#app/components/layout/load-failures.ts";
import routes from "#app/routes.ts";

const ROUTES = fileURLToPath(new URL("../../app/routes", import.meta.url));

const flat = (entries: RouteConfigEntry[], parent = ""): { file: string; path: string }[] =>
  entries.flatMap(({ file, path = "", children = [] }) => {
    const whole = [parent, path].filter(Boolean).join("/");
    return [{ file, path: whole }, ...flat(children, whole)];
  });

describe("app/routes.ts", () => {
  test("app/routes.ts registers every module under app/routes, and none that is not there", () => {
    const modules = readdirSync(ROUTES, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|server)\./.test(file))
      .map((file) => `routes/${file}`);
    const registered = new Set(flat(routes as RouteConfigEntry[]).map(({ file }) => file));
    expect([...registered].sort()).toEqual(modules.sort());
  });

  test("app/routes.ts keeps the page of every form that is posted by script and gets no response", () => {
    // Public pages post documents, and the session is asked for by a call.
    // A form for a file is posted by the browser itself.
    const others =
      /^routes\/(api|optin|dev)\/|^routes\/auth\/session\.tsx?$|^routes\/dashboard\/(submissions\/export|statements\/sample)\.ts$/;
    const forgetful = flat(routes as RouteConfigEntry[])
      .filter((route) => !others.test(route.file))
      .map((route) => ({ ...route, source: readFileSync(path.join(ROUTES, "..", route.file), "utf8") }))
      .filter(({ source }) => /export (const|async function|function) action\b/.test(source))
      .filter(
        ({ source }) =>
          !/export (const clientAction|async function clientAction|\{ clientAction \})/.test(source),
      );
    expect(forgetful.map(({ file }) => file)).toEqual([]);
  });

  test("app/routes.ts opens no page of the dashboard or of administration to who is signed out", () => {
    const open = flat(routes as RouteConfigEntry[])
      .filter(({ file }) => /^routes\/(dashboard|admin)\//.test(file))
      .map(({ file }) => ({ file, source: readFileSync(path.join(ROUTES, "..", file), "utf8") }))
      .filter(({ source }) => /\bpage\(\s*anyone\b|export (async )?function (loader|action)\b/.test(source));
    expect(open.map(({ file }) => file).sort()).toEqual([
      // Ends a stream without a redirect, which an EventSource would follow.
      "routes/dashboard/live.ts",
      // Its loader redirects to the overview.
      "routes/dashboard/support-note.ts",
    ]);
  });

  test("app/routes.ts has no page of the dashboard or of administration without a sentence for a failed load", () => {
    const pages = flat(routes as RouteConfigEntry[])
      .filter(({ file }) => /^routes\/(dashboard|admin)\/.*(?<!layout|not-found)\.tsx$/.test(file))
      .map(({ path }) => `/${path.replace(/:\w+\??/g, "x")}`);
    expect(pages.length).toBeGreaterThan(25);
    expect(pages.filter((path) => !findLoadFailure(path))).toEqual([]);
  });

  test("app/routes.ts has no page without a title and a description", () => {
    const pages = flat(routes as RouteConfigEntry[])
      .map(({ file }) => ({ file, source: readFileSync(path.join(ROUTES, "..", file), "utf8") }))
      .filter(({ file, source }) => !file.endsWith("/layout.tsx") && /export default function/.test(source));
    const unnamed = pages.filter(({ source }) => {
      const [handle = ""] = /export const handle\b[\s\S]*?;\n/.exec(source) ?? [];
      if (/\bsitePages\.\w+/.test(handle)) return false;
      const isTitled = /\b(title|documentTitle): \S/.test(handle);
      const isDescribed = /\bdescription: "|\bname: "description"/.test(source);
      return !isTitled || !isDescribed;
    });
    expect(pages.length).toBeGreaterThan(60);
    expect(unnamed.map(({ file }) => file)).toEqual([]);
  });

  test("app/routes.ts opens no loader or action that reads a request without a guard", () => {
    const bare = flat(routes as RouteConfigEntry[])
      .filter(({ file }) => !file.startsWith("routes/api/"))
      .map(({ file }) => ({ file, source: readFileSync(path.join(ROUTES, "..", file), "utf8") }))
      .filter(({ source }) => {
        const exported = source.replaceAll('export { action } from "./reject-post.server.ts"', "");
        // A function without arguments sends a fixed response.
        return (
          /export (?:async )?function (?:loader|action)\((?!_: |\))/.test(exported) ||
          /export const (?:loader|action)\b(?! = page\()/.test(exported) ||
          /export \{[^}]*\b(?:loader|action)\b/.test(exported)
        );
      });
    expect(bare.map(({ file }) => file)).toEqual([]);
  });

  test("app/routes.ts has every module of /api under /api, and no other", () => {
    for (const { file, path } of flat(routes as RouteConfigEntry[]))
      expect(`${file} ${path.startsWith("api/")}`).toBe(`${file} ${file.startsWith("routes/api/")}`);
  });
});
