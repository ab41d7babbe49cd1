import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { check } from "recheck";
import ts from "typescript";

/**
 * `npm run check`: no pattern of the sources may take more than linear time in the length of a text. What is known
 * of a pattern is kept beside the packages, so that a run checks new ones only.
 */
const SOURCES = ["app", "server", "server.ts", "worker.ts"];
const CACHE = "node_modules/.cache/patterns.json";
const TIMEOUT_MS = 30_000;
/** Automata cannot look around or name a part again, and some take too long. The other checker only guesses. */
const UNTOLD = "untold";

/** Patterns that may, because of what they are given. */
const ALLOWED: Readonly<Record<string, string>> = {
  "/[([{].*?[)\\]}]/g": "a heading has 320 characters at most",
  "/[([{]([^)\\]}]+)[)\\]}]/": "a heading has 320 characters at most",
  "/[^\\s@/\\\\]+@[^\\s@]+\\.\\p{L}{2,}/gu": "the name of a file has 255 characters at most",
  '/"(?:[^"\\\\]|\\\\.)*"(\\s*:)?/g': "the text is valid JSON, in which no string is left open",
  "/<style>(.*?)<\\/style>/gs": "the page is our own",
};

type Pattern = { at: string; source: string; flags: string };

function listFiles(place: string): string[] {
  if (place.endsWith(".ts")) return [place];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(place, file));
}

/** The literals of a file, and what is made of texts that the file itself has. */
function listPatterns(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const texts = new Map<string, string>();
  const patterns: Pattern[] = [];
  const add = (node: ts.Node, pattern: string, flags: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    patterns.push({ at: `${file}:${line + 1}`, source: pattern, flags });
  };
  const textOf = (node: ts.Expression | undefined): string | null => {
    if (!node) return "";
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isIdentifier(node)) return texts.get(node.text) ?? null;
    if (!ts.isTemplateExpression(node)) return null;
    const parts = node.templateSpans.flatMap(({ expression, literal }) => [textOf(expression), literal.text]);
    return parts.includes(null) ? null : [node.head.text, ...parts].join("");
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const text = textOf(node.initializer);
      if (text !== null) texts.set(node.name.text, text);
    }
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (ts.isNewExpression(node) && node.expression.getText(source) === "RegExp") {
      const [pattern, flags] = (node.arguments ?? []).map((one) => textOf(one));
      if (pattern) add(node, pattern, flags ?? "");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return patterns;
}

/** Without a part that repeats without end, a pattern takes constant time at each place of a text. */
const repeats = ({ source }: Pattern): boolean => /[*+]|\{\d+,\}/.test(source);
const toText = ({ source, flags }: Pattern): string => `/${source}/${flags}`;
const toKey = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

function readCache(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(CACHE, "utf8"));
  } catch {
    return {};
  }
}

const known = readCache();
const found = new Map(
  SOURCES.flatMap(listFiles)
    .flatMap(listPatterns)
    .filter(repeats)
    .map((one) => [toText(one), one]),
);
const waiting = [...found].filter(([text]) => known[toKey(text)] === undefined);
const work = async () => {
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [text, { source, flags }] = next;
    const result = await check(source, flags, { checker: "automaton", timeout: TIMEOUT_MS });
    known[toKey(text)] =
      result.status === "vulnerable" ? result.complexity.summary : result.status === "safe" ? "safe" : UNTOLD;
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
const kept = Object.fromEntries(
  [...found.keys()].flatMap((text) => {
    const told = known[toKey(text)];
    return told === undefined ? [] : [[toKey(text), told]];
  }),
);
mkdirSync(path.dirname(CACHE), { recursive: true });
writeFileSync(CACHE, JSON.stringify(kept));

const problems = [...found].flatMap(([text, { at }]) => {
  const told = kept[toKey(text)] ?? UNTOLD;
  return ["safe", UNTOLD].includes(told) || ALLOWED[text]
    ? []
    : [`${at} ${text} is a ${told}. Write it in another way.`];
});
const unused = Object.keys(ALLOWED).filter(
  (text) => (kept[toKey(text)] ?? "safe") === "safe" || !found.has(text),
);
for (const text of unused)
  problems.push(`scripts/check-patterns.ts allows ${text}, which needs it no longer.`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
