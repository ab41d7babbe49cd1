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
const TIMEOUT_MS = 180_000;
/** Automata cannot look around or name a part again. The other checker only guesses. */
const UNTOLD = "untold";

/** Patterns that may, because of what they are given. */
const ALLOWED: Readonly<Record<string, string>> = {
  "/[([{].*?[)\\]}]/g": "a heading has 320 characters at most",
  "/[([{]([^)\\]}]+)[)\\]}]/": "a heading has 320 characters at most",
  "/[^\\s@/\\\\]+@[^\\s@]+\\.\\p{L}{2,}/gu": "the name of a file has 255 characters at most",
  '/"(?:[^"\\\\]|\\\\.)*"(\\s*:)?/g': "the text is valid JSON, in which no string is left open",
  "/<style>(.*?)<\\/style>/gs": "the page is our own",
};

/** Patterns with which automata cannot do anything, and why they take linear time all the same. */
const UNTELLABLE: Readonly<Record<string, string>> = {
  "/(^|,)\\s*zh(?:-(?:hant|tw|hk|mo)[\\w-]*)?\\s*(?:;[^,]*)?(?=,|$)/gi":
    "it begins at a comma, and reads no further than the next one",
  "/^\\/(?![/\\\\])[^\\\\\\p{Cc}]*$/u": "it begins at one place, and repeats one class",
  "/(?<!\\{)\\{+[^{}]*\\}+/g": "it begins at the first brace of a run, and reads to the next run",
  "/^(?<whole>[1-9]\\d{0,2}(?<sign>[,. '])\\d{3}(?:\\k<sign>\\d{3})*)(?:(?!\\k<sign>)[.,](?<fraction>\\d{1,4}))?$/":
    "it begins at one place, and each repetition has a sign and three digits",
  "/([A-Z][a-z]+) (\\d{1,2})(?!\\d)(?:, (\\d{4}))?/":
    "it begins at a capital, and repeats small letters only",
  "/^(www\\.)+(?=.)/": "it begins at one place, and looks at one character",
  '/^(?=[^@]{1,64}@)[^\\s@\\p{C}.<>\\x28\\x29\\x5b\\x5c\\x5d,;:"]+(?:\\.[^\\s@\\p{C}.<>\\x28\\x29\\x5b\\x5c\\x5d,;:"]+)*@(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}\\x2d]*[\\p{L}\\p{M}\\p{N}])?\\.)+(?!\\p{N}+$)[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}\\x2d]*[\\p{L}\\p{M}\\p{N}])$/u':
    "it begins at one place, no class of a part has the dot that ends it, and an address has 254 characters at most",
  "/^(.{2}).*(?=@)/": "it begins at one place, and repeats one class",
  "/[\\s_-]+(?=\\.[^.]*$)|^[\\s_-]+|[\\s_-]+$/g": "the name of a file has 255 characters at most",
  "/^::ffff:(?=\\d+\\.)/i": "it begins at one place, and repeats one class",
  "/(?<![a-z])(account (?:number|no|balance)|balance|bankrupt\\w*|credit (?:card|score)|debts?|iban|income|loans?|mortgages?|net worth|salary|savings)(?![a-z])/i":
    "what its one repetition reads cannot be followed by what it refuses",
  "/^(?:[{[<].*[}\\]>]|__[A-Z_]+__|fb\\.(?![0-2]\\.\\d{13}\\.[\\w.~-]+$).*)$/":
    "it begins at one place, and each of its parts repeats one class",
  "/^0+(?=\\d)/": "it begins at one place, and looks at one character",
  "/^[\\p{L}\\p{N}]{1,10}(?=[-_/ .:#]+[\\p{N}])/u":
    "it begins at one place, and looks ahead from ten at most",
  "/^[\\p{L}.]+,\\s*(?=\\d)/u": "it begins at one place, and what it repeats has no character in common",
  "/^\\(.*\\)$|^\\D{0,4}-|(?<![.,:]\\s?)-$/":
    "it repeats at the beginning only, and looks back two characters",
  "/^\\/api\\/(?:(?:optin|optin-settings)\\/(?!settings(?:\\/|$)|dashboard(?:\\/|$))[A-Za-z0-9-]+|affiliate\\/public\\/platforms)\\/?$/":
    "it begins at one place, and repeats one class",
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
    if (result.status === "vulnerable") known[toKey(text)] = result.complexity.summary;
    else if (result.status === "safe") known[toKey(text)] = "safe";
    // Another run may have the time that this one had not.
    else if (result.error.kind === "unsupported") known[toKey(text)] = UNTOLD;
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
  const told = kept[toKey(text)] ?? "timeout";
  if (told === "safe" || ALLOWED[text] || UNTELLABLE[text]) return [];
  if (told === UNTOLD)
    return [`${at} ${text} cannot be judged. Write it without looking around, or say why.`];
  if (told === "timeout") return [`${at} ${text} takes too long to judge. Write it in another way.`];
  return [`${at} ${text} is a ${told}. Write it in another way.`];
});
const isNeeded = (text: string, isUntold: boolean) =>
  found.has(text) && kept[toKey(text)] !== "safe" && (kept[toKey(text)] === UNTOLD) === isUntold;
const unused = [
  ...Object.keys(ALLOWED).filter((text) => !isNeeded(text, false)),
  ...Object.keys(UNTELLABLE).filter((text) => !isNeeded(text, true)),
];
for (const text of unused) problems.push(`scripts/check-patterns.ts has ${text}, which needs it no longer.`);
for (const problem of problems) console.error(problem);
process.exit(problems.length > 0 ? 1 : 0);
