import type { AdPlatformResponse } from "#app/services/ad-platforms/ad-platform.ts";

export type MetaError = {
  code: number | null;
  subcode: number | null;
  isTransient: boolean;
  message: string | null;
};
export type MetaBody =
  | { kind: "empty" | "foreign" | "cut" }
  | { kind: "json"; fields: Record<string, unknown>; error: MetaError | null; traceId: string | null };

/** The body of a response, with Meta's error envelope if it has one. */
export function readBody(answer: AdPlatformResponse): MetaBody {
  const text = answer.body.trim();
  if (text === "") return { kind: "empty" };
  if (answer.isOversized) return { kind: "foreign" };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // What begins as an object and does not end as one lost its end on the way.
    return { kind: text.startsWith("{") ? "cut" : "foreign" };
  }
  if (!isRecord(parsed)) return { kind: "foreign" };
  const error = parsed.error ?? null;
  const traceId = traceIdOf((isRecord(error) ? error.fbtrace_id : null) ?? parsed.fbtrace_id);
  return { kind: "json", fields: parsed, error: error === null ? null : readError(error), traceId };
}

/** Meta's error envelope; every key in it may be missing. */
function readError(error: unknown): MetaError {
  const fields = isRecord(error) ? error : { message: error };
  const texts = [fields.message, fields.error_user_title, fields.error_user_msg];
  const words = texts.filter((text): text is string => typeof text === "string" && text.trim() !== "");
  return {
    code: integerOf(fields.code),
    subcode: integerOf(fields.error_subcode),
    isTransient: fields.is_transient === true,
    message: words.length === 0 ? null : oneLine(words.join(" – ")),
  };
}

const MESSAGE_MAX = 500;

/** Without line breaks, and without a token should a message ever quote one. */
function oneLine(text: string): string {
  return text
    .replace(/\bEAA\w{8,}/g, "[token]")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MESSAGE_MAX);
}

export function traceIdOf(value: unknown): string | null {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value) ? value : null;
}

export function integerOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isInteger(value) ? value : null;
  return typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
