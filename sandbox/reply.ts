import { randomBytes } from "node:crypto";

/** The response to a call. `end` does something else to the connection than finishing it. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string;
  end?: "never" | "slowly" | "byte by byte" | "in the middle" | "a hundred times" | "reset";
};

export function json(status: number, value: object, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=UTF-8", ...headers },
    body: JSON.stringify(value),
  };
}

export function html(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

/** About the length and the letters of Meta's own. */
export const traceId = () => `A${randomBytes(16).toString("base64url")}`;
