import { createHmac } from "node:crypto";

/** How long (ms) a signature is good for, by the broker's clock. */
export const RECV_WINDOW = "5000";

/** The signature of a GET: hex HMAC-SHA256 of time, key, window and query as they are sent. */
export const signBybit = (
  { apiKey, apiSecret }: { apiKey: string; apiSecret: string },
  timestamp: string,
  query: string,
): string =>
  createHmac("sha256", apiSecret).update(`${timestamp}${apiKey}${RECV_WINDOW}${query}`).digest("hex");
