import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { messages } from "#app/schemas/messages/index.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const text = (folders: string[], matches: (file: string) => boolean) =>
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
    .map((file) => readFileSync(file, "utf8"));
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.includes("/tests/");
const names = Object.entries(messages).flatMap(([group, sentences]) =>
  Object.entries(sentences).map(([name, sentence]) => ({ group, name, sentence })),
);

describe("the catalogue of sentences", () => {
  const app = text(["app"], (file) => !isTest(file));
  const tests = text(["app", "server", "tests"], isTest);
  /** By its path, by its name where its group was taken apart or renamed in the same file, or in full. */
  const holds = (sources: string[], { group, name, sentence }: (typeof names)[number]) =>
    sources.some((source) => {
      if (source.includes(sentence) || source.includes(`messages.${group}.${name}`)) return true;
      if (!source.includes(`= messages.${group}`) && !source.includes(`${group}.${name}`)) return false;
      const [, renamed = group] = new RegExp(`\\b(\\w+) = messages\\.${group}\\b(?!\\.)`).exec(source) ?? [];
      return (
        source.includes(`${renamed}.${name}`) ||
        new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} = messages\\.${group}\\b`).test(source)
      );
    });

  test("has no sentence that a page or call can show without a test", () => {
    expect(
      names
        .filter((entry) => holds(app, entry) && !holds(tests, entry))
        .map(({ group, name }) => `${group}.${name}`),
    ).toEqual([]);
  });
});
