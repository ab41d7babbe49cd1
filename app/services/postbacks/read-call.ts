import { readJsonParameters } from "./read-json.ts";

export type Parameter = {
  name: string;
  value: string;
  /** A number of JSON, whose decimal mark is a point. */
  isFigure: boolean;
};

/** A call as it is stored. */
export type CallText = { query: string; body: string | null; bodyType: "form" | "json" | null };

const PARAMETERS_MAX = 300;
/** A macro that nobody filled: `{clickid}`, `{{sub}}`, `%7Bafp%7D`, `[sub1]`, `${id}`, `#id#`, `<id>`. */
const MACRO =
  /^(?:\{[^{}]*\}|\{\{[^{}]*\}\}|%7b.*%7d|\[[^[\]]*\]|\$\{[^{}]*\}|#[\w.-]+#|<[\w .-]+>|\(?(?:null|undefined)\)?)$/i;
/** One inside a value: what is around it says nothing. */
const INSIDE = /\{[\w .:-]+\}/;
/** Control characters that no text has. Those from U+0080 on come of a wrong encoding, and are kept. */
const CONTROL = /(?![\t\n\r\u0080-\u009f])\p{Cc}/u;

/**
 * The parameters of a call by their names in small letters, without those that are empty.
 * @returns a sentence about what makes it unreadable in their place
 */
export function readCall({ query, body, bodyType }: CallText): Map<string, Parameter> | string {
  const found: Parameter[] = [];
  try {
    found.push(...readPairs(query));
    if (body && bodyType === "form") found.push(...readPairs(body));
    if (body && bodyType === "json") found.push(...readJsonParameters(body));
  } catch (error) {
    if (error instanceof URIError) return "A value is not UTF-8.";
    if (error instanceof SyntaxError) return "The body is not valid JSON.";
    throw error;
  }
  if (found.length > PARAMETERS_MAX) return `It has more than ${PARAMETERS_MAX} parameters.`;
  const byName = new Map<string, Parameter>();
  for (const parameter of found) {
    if (CONTROL.test(parameter.value) || CONTROL.test(parameter.name))
      return "A value has a character that no text has.";
    const name = parameter.name.toLowerCase();
    const known = byName.get(name);
    // Visitors control the sub-id: whoever puts another amount there must not be believed.
    if (known && known.value !== parameter.value)
      return `The parameter “${parameter.name.slice(0, 40)}” comes twice with different values.`;
    byName.set(name, parameter);
  }
  return new Map([...byName].filter(([, { value }]) => !isUnfilled(value)));
}

function isUnfilled(value: string): boolean {
  const text = value.trim();
  return text === "" || MACRO.test(text) || INSIDE.test(text);
}

/** @throws {URIError} for what is not UTF-8 */
function readPairs(text: string): Parameter[] {
  return text
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      const [name, value] = at === -1 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
      return { name: decode(name), value: decode(value), isFigure: false };
    });
}

/** A percent sign that stands for itself is kept: "50%". */
export const decode = (text: string): string =>
  decodeURIComponent(text.replaceAll("+", " ").replace(/%(?![0-9a-f]{2})/gi, "%25"));
