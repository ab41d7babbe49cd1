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
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.includes("/tests/");
const names = Object.entries(messages).flatMap(([group, sentences]) =>
  Object.entries(sentences).map(([name, sentence]) => ({ group, name, sentence })),
);

describe("the catalogue of sentences", () => {
  const app = text(["app"], (file) => !isTest(file));
  const tests = text(["app", "server", "tests"], isTest);
  /** By its path, by its name where its group was taken apart, or in full. */
  const holds = (source: string, { group, name, sentence }: (typeof names)[number]) =>
    source.includes(`messages.${group}.${name}`) ||
    new RegExp(`\\b(?:${group}|sentences)\\.${name}\\b`).test(source) ||
    new RegExp(`\\{[^}]*\\b${name}\\b[^}]*\\} = messages\\.${group}\\b`).test(source) ||
    source.includes(sentence);

  test("holds no sentence that a page or call can show and no test asserts", () => {
    expect(
      names
        .filter((entry) => holds(app, entry) && !holds(tests, entry))
        .map(({ group, name }) => `${group}.${name}`),
    ).toEqual([]);
  });
});
