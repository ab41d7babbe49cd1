import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const IMPORT = /(?:from|import) "(\.{1,2}\/[^"?]+|#app\/[^"?]+)/g;

type Import = { from: string; to: string };

const toFile = (file: string, target: string) =>
  target.startsWith("#") ? target.slice(1) : path.join(path.dirname(file), target);

/** The folders below their common one: of `a/b/c/d.ts` and `a/e/f.ts` they are `a/b` and `a/e`. */
function findBranches({ from, to }: Import): [string, string] | null {
  const [own, other] = [from, to].map((file) => path.dirname(file).split("/")) as [string[], string[]];
  const at = own.findIndex((folder, index) => folder !== other[index]);
  // A folder and one inside it are no branches.
  if (at === -1 || at >= other.length) return null;
  return [own.slice(0, at + 1).join("/"), other.slice(0, at + 1).join("/")];
}

/** Pairs of folders, at any depth, that import each other. */
function findPairs(imports: readonly Import[]): string[] {
  const known = new Map<string, Import>();
  for (const one of imports) {
    const branches = findBranches(one);
    if (branches) known.set(branches.join(" "), one);
  }
  return [...known].flatMap(([branches, one]) => {
    const [from, to] = branches.split(" ") as [string, string];
    const back = known.get(`${to} ${from}`);
    return back && from < to ? [`${one.from} -> ${one.to}, ${back.from} -> ${back.to}`] : [];
  });
}

test("no two folders of services or of components import each other, however deep they are", () => {
  const files = execFileSync("git", ["ls-files", "app/services", "app/components"], {
    cwd: ROOT,
    encoding: "utf8",
  }).split("\n");
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."));
  const imports = sources.flatMap((from) =>
    [...readFileSync(path.join(ROOT, from), "utf8").matchAll(IMPORT)].map(([, target = ""]) => ({
      from,
      to: toFile(from, target),
    })),
  );
  expect(imports.length).toBeGreaterThan(1_000);
  expect(findPairs(imports)).toEqual([]);
});

test("folders import each other where files below them do, a folder and its own parts aside", () => {
  const there = { from: "app/services/a/b/one.ts", to: "app/services/c/two.ts" };
  const back = { from: "app/services/c/d/three.ts", to: "app/services/a/four.ts" };
  expect(findPairs([there])).toEqual([]);
  expect(findPairs([there, back])).toHaveLength(1);
  const parent = { from: "app/services/a/four.ts", to: "app/services/a/b/one.ts" };
  expect(findPairs([parent, { from: parent.to, to: parent.from }])).toEqual([]);
});
