import type { Parameter } from "./read-call.ts";

const MARKS = "{}[]:,";
const WORD = /[-+.\w]+/y;

/** The texts, figures, words and marks of a JSON text that is valid. */
function* listTokens(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? "";
    let end = at + 1;
    if (sign === '"') {
      while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
      end += 1;
    } else if (!MARKS.includes(sign)) {
      WORD.lastIndex = at;
      end = WORD.test(text) ? WORD.lastIndex : at + 1;
    }
    const token = text.slice(at, end);
    if (token.trim() !== "") yield token;
    at = end;
  }
}

type Level = { prefix: string; key: string; index: number | null; isKey: boolean };

const open = (prefix: string, isArray: boolean): Level => ({
  prefix,
  key: "",
  index: isArray ? 0 : null,
  isKey: !isArray,
});
const nameIn = ({ prefix, key, index }: Level): string => `${prefix}${index ?? key}`;

/**
 * The values of a JSON text with their names, `data.amount`. Figures keep all their digits and a name that
 * comes twice is there twice, where `JSON.parse` would round and drop them.
 * @throws {SyntaxError}
 */
export function readJsonParameters(text: string): Parameter[] {
  JSON.parse(text);
  const found: Parameter[] = [];
  const levels: Level[] = [];
  for (const token of listTokens(text)) {
    const level = levels.at(-1);
    if (token === "{" || token === "[") levels.push(open(level ? `${nameIn(level)}.` : "", token === "["));
    else if (token === "}" || token === "]") levels.pop();
    else if (token === ":" && level) level.isKey = false;
    else if (token === "," && level) {
      if (level.index === null) level.isKey = true;
      else level.index += 1;
    } else if (level?.isKey) level.key = JSON.parse(token);
    else if (level && token !== "null") {
      const isText = token.startsWith('"');
      found.push({ name: nameIn(level), value: isText ? JSON.parse(token) : token, isFigure: !isText });
    }
  }
  return found;
}
