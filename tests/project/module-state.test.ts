import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/** What makes a variable that can change: an empty collection, or something that holds work. */
const CHANGES =
  /^(\[\]|new (Map|Set|WeakMap|WeakSet)(<.*>)?\(\)|new (EventEmitter|DataLoader|LRUCache|Uint8Array)\b|(pLimit|createScope|createBatcher|createPoll)\b)/s;

function findState(file: string): string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList, modifiers }) => {
    if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)) return [];
    const isLet = (declarationList.flags & ts.NodeFlags.Let) !== 0;
    return declarationList.declarations
      .filter(({ initializer }) => isLet || CHANGES.test(initializer?.getText() ?? ""))
      .map(({ name }) => `${file} ${name.getText()}`);
  });
}

test("docs/module-state.md lists each variable of a module that changes", () => {
  const files = execFileSync("git", ["ls-files", "app", "server"], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  const listed = [...read("docs/module-state.md").matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)].map(
    ([, file, name]) => `${file} ${name}`,
  );
  expect(listed.sort()).toEqual(files.flatMap(findState).sort());
});
