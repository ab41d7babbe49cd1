import type { AffiliateSystem } from "#app/lib/affiliate-systems.ts";
import type { EvidenceKind } from "#app/lib/evidence.ts";
import type { PostbackField, PostbackMeaning } from "#app/lib/postbacks.ts";
import type { Postback } from "#app/models/postback.server.ts";
import type { PostbackAddress } from "#app/models/postback-address.server.ts";
import type { PostbackResponse, PostbackSettingsResponse } from "#app/schemas/postbacks.ts";

type Settings = {
  address: PostbackAddress | null;
  /** Its own, or the one that a new address has. */
  system: AffiliateSystem;
  fields: readonly PostbackField[];
  kinds: Record<string, EvidenceKind>;
  ips: string[];
  /** Null to whoever may not know it. */
  url: string | null;
  /** Of the newest call, by the parameter's name in small letters. */
  examples: ReadonlyMap<string, string>;
  shownSecret?: string | null;
};

export function presentPostbackSettings({
  address,
  system,
  fields,
  kinds,
  ips,
  url,
  examples,
  shownSecret = null,
}: Settings): PostbackSettingsResponse {
  const name = address?.secretName ?? "";
  return {
    address: url,
    previousUntil: address?.previousUntil?.toISOString() ?? null,
    secret: address?.secretKind ?? "none",
    parameter: address?.secretKind === "parameter" ? { name, value: shownSecret } : null,
    hmac: address?.secretKind === "hmac" ? { header: name, value: shownSecret } : null,
    ips,
    system,
    answer: address?.answer ?? "json",
    fields: fields.map((field) => ({ ...field, example: examples.get(field.name.toLowerCase()) ?? null })),
    amountIn: address?.amountIn ?? "units",
    currency: address?.currency ?? null,
    timeZone: address?.timeZone ?? null,
    dateOrder: address?.dateOrder ?? "day-first",
    kinds,
  };
}

type Logged = Pick<Postback, "id" | "receivedAt" | "ip" | "query" | "body" | "outcome" | "problem"> & {
  evidenceId: string | null;
};

/** Whether a caller sees what may name a person: who decides claims, and who maps parameters and reads claims. */
export const seesCalls = (
  allows: (action: "brokers:write" | "submissions:read" | "submissions:write") => boolean,
) => allows("submissions:write") || (allows("brokers:write") && allows("submissions:read"));

/** A call in the log. @param mask hides what may name a person from whoever may not see it */
export const presentPostback = (
  { id, receivedAt, ip, query, body, outcome, problem, evidenceId }: Logged,
  mask: ((text: string) => string) | null,
): PostbackResponse => {
  const parts = [query, body ?? ""].filter(Boolean);
  return {
    id,
    at: receivedAt.toISOString(),
    ip: mask ? null : ip,
    query: (mask ? parts.map(mask) : parts).join(" "),
    outcome: outcome ?? "waiting",
    // A sentence may quote what was sent.
    problem: mask && outcome !== "row" ? null : problem,
    evidenceId,
  };
};

/** What names nobody. */
const NEUTRAL: ReadonlySet<PostbackMeaning> = new Set<PostbackMeaning>([
  ...([
    "date",
    "time",
    "datetime",
    "registeredAt",
    "qualifiedAt",
    "country",
    "brand",
    "kind",
    "status",
  ] as const),
  ...(["amount", "gross", "fee", "currency", "amountConverted", "count", "commission"] as const),
  ...(["lots", "trades", "turnover", "revenue"] as const),
]);

/** Shows the values of parameters that name nobody, and of all others that there is one. */
export function createMask(fields: readonly PostbackField[]): (text: string) => string {
  const neutral = new Set(
    fields.flatMap(({ name, meaning }) => (NEUTRAL.has(meaning) ? name.toLowerCase() : [])),
  );
  return (text) =>
    /[{[]/.test(text) ? HIDDEN : text.split("&").filter(Boolean).map(maskPair(neutral)).join("&");
}

const HIDDEN = "•••";

/** A name is shown where it looks like one: without a value behind it, it may be anything. */
const maskPair = (neutral: ReadonlySet<string>) => (pair: string) => {
  const [name = "", value] = pair.split("=", 2);
  if (neutral.has(name.toLowerCase()) && !/\s/.test(pair)) return pair;
  return value === undefined || !/^[\w.-]{1,40}$/.test(name) ? HIDDEN : `${name}=${HIDDEN}`;
};
