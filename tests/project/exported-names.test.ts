import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What Remix calls by name. */
const FRAMEWORK = new Set([
  "loader",
  "action",
  "clientLoader",
  "clientAction",
  "meta",
  "headers",
  "handle",
  "links",
  "shouldRevalidate",
  "ErrorBoundary",
  "HydrateFallback",
]);

/** Names with one meaning that several files give their own answer to. */
const REPEATED: Record<string, string> = {
  CHECK_REMEDIES: "each ad platform has its own",
  EVENT_REMEDIES: "each ad platform has its own",
  TEST_REMEDIES: "each ad platform has its own",
  isMatchable: "each ad platform has its own",
  nameWithoutAmount: "each ad platform has its own",
};

const isExported = (statement: ts.Statement) => {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
  return has(ts.SyntaxKind.ExportKeyword) && !has(ts.SyntaxKind.DefaultKeyword);
};

/** The names that a file declares and exports; a re-export declares none. */
function findExportedNames(fileName: string, text: string): Set<string> {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest);
  const names = source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(source));
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.text] : [];
  });
  return new Set(names.filter((name) => !FRAMEWORK.has(name)));
}

test("an exported name stands in one file, or has its reason", () => {
  const files = execFileSync("git", ["ls-files", "app", "server", "scripts"], { cwd: ROOT, encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file));
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const name of findExportedNames(file, readFileSync(path.join(ROOT, file), "utf8")))
      places.set(name, [...(places.get(name) ?? []), file]);
  const repeated = [...places].filter(([, found]) => found.length > 1);
  expect(repeated.filter(([name]) => !(name in REPEATED))).toEqual([]);
  expect(Object.keys(REPEATED)).toEqual(repeated.map(([name]) => name).sort());
});

test("an exported name is found as a constant, function, class or type, but not as a default or re-export", () => {
  const text = `export const one = 1, two = 2; export function three() {} export class Four {}
    export type Five = 5; export interface Six {} export default function Seven() {}
    export { eight } from "./other.ts"; const nine = 9; export const loader = 10;`;
  expect([...findExportedNames("a.ts", text)]).toEqual(["one", "two", "three", "Four", "Five", "Six"]);
});
