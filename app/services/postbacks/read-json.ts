import type { Parameter } from "./read-call.ts";

/** A text, a figure or word, or a mark. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[-+.\w]+|[{}[\]:,]/g;

type Level = { prefix: string; key: string; index: number | null; isKey: boolean };

const open = (prefix: string, isArray: boolean): Level => ({
  prefix,
  key: "",
  index: isArray ? 0 : null,
  isKey: !isArray,
});
const nameIn = ({ prefix, key, index }: Level): string => `${prefix}${index ?? key}`;

/**
 * The values of a JSON text with their names, `data.amount`. Figures keep all their digits and a name that comes twice
 * is there twice, where `JSON.parse` would round and drop them.
 * @throws {SyntaxError}
 */
export function readJsonParameters(text: string): Parameter[] {
  JSON.parse(text);
  const found: Parameter[] = [];
  const levels: Level[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
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
