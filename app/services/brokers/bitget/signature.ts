import { createHmac } from "node:crypto";

type Signed = { timestamp: string; method: "GET" | "POST"; path: string; query?: string; body?: string };

/** The signature of a call: Base64 HMAC-SHA256 of time, method, path, query and body as they are sent. */
export const signBitget = (
  apiSecret: string,
  { timestamp, method, path, query = "", body = "" }: Signed,
): string =>
  createHmac("sha256", apiSecret)
    .update(`${timestamp}${method}${path}${query === "" ? "" : `?${query}`}${body}`)
    .digest("base64");
