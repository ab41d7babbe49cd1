import {
  AD_ID_SHAPE,
  AD_IDS,
  type AdId,
  CAMPAIGN_PARAMETERS,
  CLICK_IDS,
  type ClickId,
  LINK_PARAMETER,
  type LinkColumn,
} from "#app/lib/ad-platforms.ts";
import { findMacro, findMacroInClickId } from "#app/lib/link-macros.ts";
import { getKeys, mapValues } from "#app/lib/objects.ts";
import { withoutAddresses } from "#app/lib/url-addresses.ts";
import { CLICK_ID_MAX, UTM_MAX } from "#app/schemas/shared/limits.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

const PARAMETERS: Record<LinkColumn, readonly string[]> = {
  ...mapValues(CLICK_IDS, (name) => [name]),
  ...mapValues(CAMPAIGN_PARAMETERS, (name) => [name]),
  ...AD_IDS,
  link: [LINK_PARAMETER],
};
const LINK_COLUMNS = getKeys(PARAMETERS);
const isClickId = (column: LinkColumn): column is ClickId => column in CLICK_IDS;
const isAdId = (column: LinkColumn): column is AdId => column in AD_IDS;

export type FormLinks = LiveForm["links"];

/**
 * A parameter that says no value: a placeholder that nobody has replaced, such as `{{campaign.name}}`, or
 * `undefined`.
 */
export type UnreplacedMacro = { parameter: string; macro: string };

export type LinkParameters = {
  /** Whether the address names any of the parameters, with a value that can be used or not. */
  hasAny: boolean;
  /** `link` is the link's id. */
  values: Partial<Record<LinkColumn, string>>;
  macros: UnreplacedMacro[];
};

type Parameter = { column: LinkColumn; name: string };
const parametersByName = new Map<string, Parameter>(
  LINK_COLUMNS.flatMap((column) =>
    PARAMETERS[column].map((name): [string, Parameter] => [name.toLowerCase(), { column, name }]),
  ),
);
const toPattern = (names: string[]) => names.join("|").replace(/_/g, "(?:[_-]|%(?:25)*5F)");
const allNames = [...parametersByName.keys()];
const NAMES = toPattern(allNames);
/** The link's parameter is one letter, which any word may have: it has to begin there. */
const LINK = `(?:[?&;]|%(?:25)*(?:26|3F|3B))${LINK_PARAMETER}(?:=|%(?:25)*3D)`;
const MAY_NAME_LINK = /* @__PURE__ */ new RegExp(LINK, "i");
/** Whether a query may name one of the parameters: the rest of a query is no matter of ads. */
const MAY_NAME_ONE = new RegExp(
  `${toPattern(allNames.filter((name) => name !== LINK_PARAMETER))}|${LINK}`,
  "i",
);

/** `=`, `&` and `?` as they are, or escaped once or more on their way. */
const EQUALS = /=|%(?:25)*3D/i;
const AMPERSAND = /&(?:amp(?:;|%(?:25)*3B))*/i;
const SEPARATOR = new RegExp(
  `(?:[?;]|%(?:25)*(?:26|3F|3B))(?:amp(?:;|%(?:25)*3B))*(?=(?:${NAMES})(?:=|%(?:25)*3D))`,
  "i",
);
const MAY_SEPARATE = /[?;%]/;
const LEADING = /^(?:\?|%(?:25)*3F)+/i;
/** The address of another page is a value as a whole: its parameters are not this link's. */
const ADDRESS = /:\/\/|%(?:25)*3A%(?:25)*2F%(?:25)*2F/i;

export const mayNameParameters = (search: string): boolean => search.length > 1 && MAY_NAME_ONE.test(search);

/**
 * Reads a query's click ids and campaign whatever the spelling of the names, and where `&`, `=` and `?` were
 * doubled or escaped. Of a repeated parameter the first usable value counts. Values are not changed: one that
 * is too long, holds an email address or an unreplaced macro is left out, and so is a link that does not exist.
 */
export function readLinkParameters(search: string, links?: FormLinks): LinkParameters {
  const read: LinkParameters = { hasAny: false, values: {}, macros: [] };
  if (!mayNameParameters(search)) return read;
  for (const { column, name, value } of listParameters(withoutAddresses(`?${search.replace(LEADING, "")}`))) {
    const usable = column === "link" ? links?.get(value.trim().toLowerCase()) : value;
    if (usable === undefined) continue;
    read.hasAny = true;
    const macro = isClickId(column) ? findMacroInClickId(value) : findMacro(value);
    if (macro !== null) addOnce(read.macros, { parameter: name, macro });
    else if (isUsable(column, usable)) read.values[column] ??= usable;
  }
  return read;
}

function isUsable(column: LinkColumn, value: string): boolean {
  if (isAdId(column)) return AD_ID_SHAPE.test(value);
  return value.length <= (isClickId(column) ? CLICK_ID_MAX : UTM_MAX) && !value.includes("\0");
}

/** The id of the form's link that a page was opened by. On the way of each page. */
export function findLink(search: string, links: FormLinks): string | null {
  const mayNameLink = links.size > 0 && MAY_NAME_LINK.test(search);
  return (mayNameLink && readLinkParameters(search, links).values.link) || null;
}

function addOnce(macros: UnreplacedMacro[], found: UnreplacedMacro): void {
  const isThere = macros.some(
    ({ parameter, macro }) => parameter === found.parameter && macro === found.macro,
  );
  if (!isThere) macros.push(found);
}

/** Those in the query of a stored page address. */
export function readUnreplacedMacros(pageUrl: string | null): UnreplacedMacro[] {
  const start = pageUrl?.indexOf("?") ?? -1;
  if (pageUrl === null || start === -1) return [];
  return readLinkParameters(pageUrl.slice(start).split("#", 1)[0] ?? "").macros;
}

function* listParameters(search: string): Generator<Parameter & { value: string }> {
  for (const part of search.replace(LEADING, "").split(AMPERSAND)) {
    const isOne = !MAY_SEPARATE.test(part) || ADDRESS.test(part);
    for (const parameter of isOne ? [part] : part.split(SEPARATOR)) {
      const equals = EQUALS.exec(parameter);
      if (equals === null) continue;
      const named = parametersByName.get(toName(parameter.slice(0, equals.index)));
      const text = parameter.slice(equals.index + equals[0].length);
      const value = named && decode(text, isClickId(named.column));
      if (named && value?.trim()) yield { ...named, value: isAdId(named.column) ? value.trim() : value };
    }
  }
}

const toName = (text: string) =>
  decode(text)
    .trim()
    .toLowerCase()
    .replace(/^(?:amp;)+/, "")
    .replace(/-/g, "_");

const ESCAPE = /%[\da-f]{2}/i;
const ROUNDS = 3;

/** Unescapes a text that was escaped once or more. A plus is a blank, but not in an id. */
function decode(text: string, isId = false): string {
  let decoded = isId ? text : text.replace(/\+/g, " ");
  for (let round = 0; round < ROUNDS && ESCAPE.test(decoded); round++) {
    try {
      decoded = decodeURIComponent(decoded);
    } catch {
      // A percent sign of the value's own: `20%25cashback`.
      if (round > 0) return decoded;
      // Not UTF-8: as browsers read it, and no further.
      return new URLSearchParams(`v=${decoded.replace(/[&+]/g, encodeURIComponent)}`).get("v") ?? "";
    }
  }
  return decoded;
}
