import { readFileSync } from "node:fs";
import semver from "semver";
import { expect, test } from "vitest";

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));
const lock = read("package-lock.json") as {
  packages: Record<string, { version?: string; resolved?: string; hasInstallScript?: boolean }>;
};
const manifest = read("package.json") as {
  dependencies: object;
  devDependencies: object;
  allowScripts: object;
};

/** The first versions without the faults that are known of their predecessors. */
const floors: Record<string, string> = {
  "@remix-run/react": "2.17.5",
  "@remix-run/router": "1.23.3",
  "react-router": "6.30.4",
  express: "4.22.1",
  qs: "6.14.2",
  mysql2: "3.9.8",
  cookie: "0.7.0",
};

test.each(Object.entries(floors))("%s is installed at %s or newer everywhere", (name, floor) => {
  const versions = Object.entries(lock.packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) && version ? [version] : [],
  );
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter((version) => semver.lt(version, floor))).toEqual([]);
});

test("docs/dependencies.md names each dependency once, and nothing else", () => {
  const table = readFileSync(new URL("../../docs/dependencies.md", import.meta.url), "utf8");
  const packages = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(.*?)`/g)].map(([, name]) => name),
  );
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(packages.sort()).toEqual(names.filter((name) => !name.startsWith("@types/")).sort());
});

test("every package with an install script is allowed by name", () => {
  const names = Object.entries(lock.packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace(/^.*node_modules\//, "")] : [],
  );
  const optional = new Set(["fsevents"]);
  expect(
    [...new Set(names)].filter((name) => !optional.has(name) && !(name in manifest.allowScripts)),
  ).toEqual([]);
});
