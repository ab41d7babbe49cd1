import { type Fields, isFields, parsed } from "../fields.ts";
import type { PlatformRequest } from "../platform.ts";
import { badRequest } from "./refusal.ts";

/** What a call names. In a query or a form every value is text, and objects are JSON. */
export class Parameters {
  constructor(private readonly values: Fields) {}

  text(name: string): string {
    const value = this.values[name];
    if (typeof value === "number") return String(value);
    return typeof value === "string" ? value : "";
  }

  has(name: string): boolean {
    const value = this.values[name];
    return value !== undefined && value !== null && value !== "";
  }

  /** Null where it is missing or no whole number. */
  integer(name: string): number | null {
    const value = Number(this.text(name).trim() || Number.NaN);
    return Number.isSafeInteger(value) ? value : null;
  }

  flag(name: string): boolean {
    return this.values[name] === true || /^(true|1|yes)$/i.test(this.text(name));
  }

  /** An object or a list; undefined where it is missing. */
  structure(name: string): unknown {
    if (!this.has(name)) return undefined;
    const value = this.values[name];
    return typeof value === "string" ? parsed(value) : value;
  }
}

export async function readParameters({ method, query, headers, text }: PlatformRequest): Promise<Parameters> {
  const inQuery = Object.fromEntries(query);
  if (method !== "POST" || text === "") return new Parameters(inQuery);
  const type = String(headers["content-type"] ?? "");
  if (type.includes("json")) {
    const body = parsed(text);
    if (!isFields(body)) throw badRequest("can't parse JSON object");
    return new Parameters({ ...inQuery, ...body });
  }
  if (type.includes("multipart/form-data")) {
    const form = await new Response(text, { headers: { "content-type": type } }).formData();
    return new Parameters({ ...inQuery, ...Object.fromEntries(form) });
  }
  return new Parameters({ ...inQuery, ...Object.fromEntries(new URLSearchParams(text)) });
}
