import type { AdPlatformResponse } from "#app/services/ad-platforms/ad-platform.ts";

export type Fields = Record<string, unknown>;
export type ResponseBody = { kind: "empty" | "foreign" | "cut" } | { kind: "json"; fields: Fields };

/** The JSON object of a response, or what came in place of one. */
export function readJsonBody({
  body,
  isOversized,
}: Pick<AdPlatformResponse, "body" | "isOversized">): ResponseBody {
  const text = body.trim();
  if (text === "") return { kind: "empty" };
  // A text that starts as an object and does not end as one is truncated.
  const part = text.startsWith("{") ? "cut" : "foreign";
  if (isOversized) return { kind: part };
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? { kind: "json", fields: parsed } : { kind: "foreign" };
  } catch {
    return { kind: part };
  }
}

const MESSAGE_MAX = 500;
/** How tokens of Meta and Google start. */
const TOKEN = /\b(EAA\w{8,}|ya29\.[\w-]{8,})/g;

/** Joins the platform's messages into one line without access tokens. Null if there are none. */
export function oneLine(...texts: unknown[]): string | null {
  const words = texts.filter((text): text is string => typeof text === "string" && text.trim() !== "");
  if (words.length === 0) return null;
  return words
    .join(" – ")
    .replace(TOKEN, "[token]")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MESSAGE_MAX);
}

export function readTraceId(value: unknown): string | null {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : null;
}

export function readInteger(value: unknown): number | null {
  if (typeof value === "number") return Number.isInteger(value) ? value : null;
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : null;
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The entries of a list that are objects; none for anything else. */
export const readRecords = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);
