/**
 * The systems that brokers' programmes run on: the parameters that each takes a sub-id in, the usual one
 * first, and the macros of its postbacks, as programmes usually name them.
 */
export const AFFILIATE_SYSTEMS = {
  exness: {
    name: "Exness",
    parameters: ["sub_id"],
    macros: braces("event", "client_uid", "sub_id", "amount", "currency", "date"),
  },
  cellxpert: {
    name: "Cellxpert",
    parameters: ["afp", ...numbered("afp", 10)],
    macros: braces("type", "userid", "afp", "amount", "currency", "date", "transactionid"),
  },
  affilka: {
    name: "Affilka",
    parameters: ["subid", "clickid"],
    macros: braces("event", "player_id", "subid", "amount", "currency", "created_at", "transaction_id"),
  },
  myaffiliates: {
    name: "MyAffiliates",
    parameters: ["afp", ...numbered("afp", 9), "c"],
    macros: brackets("event", "player_id", "afp", "amount", "currency", "date", "transaction_id"),
  },
  income_access: {
    name: "Income Access",
    parameters: ["c", "afp", ...numbered("afp", 9)],
    macros: brackets("event", "player_id", "c", "amount", "currency", "date", "transaction_id"),
  },
  scaleo: {
    name: "Scaleo",
    parameters: ["aff_sub", ...numbered("aff_sub", 5), "click_id"],
    macros: braces("goal", "player_id", "aff_sub", "amount", "currency", "datetime", "transaction_id"),
  },
  everflow: {
    name: "Everflow",
    parameters: numbered("sub", 5),
    macros: braces("event_name", "adv1", "sub1", "amount", "currency", "timestamp", "transaction_id"),
  },
  other: {
    name: "Another system",
    parameters: [],
    macros: braces("event", "account", "click_id", "amount", "currency", "time", "transaction_id"),
  },
} as const satisfies Record<string, System>;

type System = {
  name: string;
  parameters: readonly string[];
  /** The parameters of a postback, each with what the system fills in. */
  macros: Readonly<Record<string, string>>;
};
export type AffiliateSystem = keyof typeof AFFILIATE_SYSTEMS;

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
}

function braces(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `{${name}}`]));
}

function brackets(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `[${name}]`]));
}

/** What an owner pastes into a network: an address with the macros of its system. */
export const withMacros = (address: string, system: AffiliateSystem): string =>
  `${address}?${Object.entries(AFFILIATE_SYSTEMS[system].macros)
    .map(([name, macro]) => `${name}=${macro}`)
    .join("&")}`;

export const LINK_HOST_STATES = ["asked", "allowed", "stopped"] as const;
export type LinkHostState = (typeof LINK_HOST_STATES)[number];

/** Our click ids: no system that is known cuts them, refuses their letters or cannot tell them apart. */
export const LINK_CLICK_ID_LENGTH = 20;
const LINK_CLICK_ID = /^[a-z0-9]{20}$/;

/** A value in the form of our click ids, whose letters some systems fold; null for any other. */
export function toLinkClickId(text: string): string | null {
  if (text.length < LINK_CLICK_ID_LENGTH || text.length > LINK_CLICK_ID_LENGTH + 4) return null;
  const id = text.trim().toLowerCase();
  return LINK_CLICK_ID.test(id) ? id : null;
}
