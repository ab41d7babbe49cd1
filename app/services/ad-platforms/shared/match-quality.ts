import type { BuiltEvent } from "#app/services/ad-platforms/ad-platform.ts";

/** What an ad platform can find a person by. */
export const MATCH_KEYS = [
  "email",
  "phone",
  "clickId",
  "browserId",
  "personId",
  "device",
  "country",
] as const;
export type MatchKey = (typeof MATCH_KEYS)[number];

/** How much a key of the platform's event is worth, out of 100 in all, and whether the event holds it. */
export type WeighedKey = { key: MatchKey; weight: number; isIn(body: BuiltEvent["body"]): boolean };

/** An estimate: no platform publishes how it matches. `gap` is the missing key that would raise it most. */
export type MatchEstimate = { score: number; gap: MatchKey | null };

export function estimateMatch(keys: readonly WeighedKey[], { body }: BuiltEvent): MatchEstimate {
  const missing = keys.filter(({ isIn }) => !isIn(body));
  const [most] = [...missing].sort((one, other) => other.weight - one.weight);
  const score = 100 - missing.reduce((sum, { weight }) => sum + weight, 0);
  return { score, gap: most?.key ?? null };
}

/** Whether the part of an event at `group` has a field. */
const holds =
  (group: string, ...fields: string[]) =>
  (body: BuiltEvent["body"]): boolean => {
    const part = body[group];
    return typeof part === "object" && part !== null && fields.every((field) => field in part);
  };

type Names = { group: string; fields: Partial<Record<MatchKey, string[]>> };

const WEIGHTS: Record<MatchKey, number> = {
  email: 30,
  clickId: 25,
  phone: 20,
  device: 10,
  browserId: 5,
  personId: 5,
  country: 5,
};

/** The keys of a platform that keeps them together in one part of its event. */
export function weighedKeys({ group, fields }: Names): WeighedKey[] {
  return MATCH_KEYS.flatMap((key) => {
    const names = fields[key];
    return names ? [{ key, weight: WEIGHTS[key], isIn: holds(group, ...names) }] : [];
  });
}

const ADVICE: Record<MatchKey, string> = {
  email: "The email could not be used. Nothing identifies a person better.",
  clickId: "No click ID. Pass the URL parameters of your ad through to this form.",
  phone: "The phone number could not be used. Ask for it with its country code.",
  device:
    "The visitor's IP address or browser is missing, or the address is not public. Programs can send both, as ip and userAgent; for the form, ask whoever runs your server.",
  browserId:
    "No browser cookie of the platform. It is only set when the platform's pixel runs on the same domain as your form.",
  personId: "The device ID is missing. Claims sent through the API need deviceId.",
  country: "The country is missing. A phone number with its country code gives it.",
};

export const adviceFor = (gap: MatchKey): string => ADVICE[gap];
