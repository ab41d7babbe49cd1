import type { PlatformRequest } from "./platform.ts";

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
export const toText = (value: unknown) => (typeof value === "string" ? value : "");
export const isNumeric = (value: unknown) =>
  (typeof value === "number" || isText(value)) && Number.isFinite(Number(value));

/** One value or a list of them, without the null and empty ones, which count as absent. */
export function toValues(value: unknown): unknown[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((entry) => entry !== undefined && entry !== null && entry !== "");
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The token of the Authorization header, without its scheme. */
export const readBearer = ({ headers }: PlatformRequest) =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
