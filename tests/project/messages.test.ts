import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { messages } from "#app/schemas/messages/index.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** A file as it is, and without its comments: a sentence there neither shows nor tests anything. */
type Source = { text: string; code(): string };

const withoutComments = (fileName: string, text: string): string =>
  ts.transpileModule(text, {
    fileName,
    compilerOptions: {
      removeComments: true,
      verbatimModuleSyntax: true,
      jsx: ts.JsxEmit.Preserve,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
    },
  }).outputText;

function readSource(file: string): Source {
  const text = readFileSync(file, "utf8");
  let code: string | undefined;
  return {
    text,
    code() {
      code ??= withoutComments(file, text);
      return code;
    },
  };
}

const readSources = (folders: string[], matches: (file: string) => boolean) =>
  folders
    .flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        path.join(ROOT, folder, file),
      ),
    )
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        matches(file) &&
        !file.includes("schemas/messages/") &&
        !file.endsWith("messages.test.ts"),
    )
    .map(readSource);
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.includes("/tests/");
const names = Object.entries(messages).flatMap(([group, sentences]) =>
  Object.entries(sentences).map(([name, sentence]) => ({ group, name, sentence })),
);

describe("catalogue of sentences", () => {
  const app = readSources(["app"], (file) => !isTest(file));
  const tests = readSources(["app", "server", "tests"], isTest);
  /** By its path, by its name where its group was taken apart or renamed in the same file, or in full. */
  const has = (source: string, { group, name, sentence }: (typeof names)[number]) => {
    if (source.includes(sentence) || source.includes(`messages.${group}.${name}`)) return true;
    if (!source.includes(`= messages.${group}`) && !source.includes(`${group}.${name}`)) return false;
    const [, renamed = group] = new RegExp(`\\b(\\w+) = messages\\.${group}\\b(?!\\.)`).exec(source) ?? [];
    return (
      source.includes(`${renamed}.${name}`) ||
      new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} = messages\\.${group}\\b`).test(source)
    );
  };
  const holds = (sources: Source[], entry: (typeof names)[number]) =>
    sources.some((source) => has(source.text, entry) && has(source.code(), entry));

  test("the catalogue of sentences counts no sentence that stands in a comment", () => {
    const entry = { group: "network", name: "cut", sentence: messages.network.cut };
    const inside = (text: string) => [{ text, code: () => withoutComments("a.ts", text) }];
    expect(holds(inside(`show(messages.network.cut);`), entry)).toBe(true);
    expect(holds(inside(`// messages.network.cut\nshow();`), entry)).toBe(false);
    expect(holds(inside(`/* ${entry.sentence} */\nshow();`), entry)).toBe(false);
  });

  test("the catalogue of sentences has no sentence that a page or call can show without a test", () => {
    expect(
      names
        .filter((entry) => holds(app, entry) && !holds(tests, entry))
        .map(({ group, name }) => `${group}.${name}`),
    ).toEqual([]);
  });
});
