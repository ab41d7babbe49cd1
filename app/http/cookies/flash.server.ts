import { redirect } from "@remix-run/node";
import { config } from "#app/env.server.ts";
import { readCookies } from "#app/http/forms/read-body.server.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { isHttps } from "./session.server.ts";

export type Flash = { kind: "success" | "error" | "blank"; message: string };

const NAME = "attesto_flash";
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
/** A cookie holds 4 KB, its name and signature included. */
const MESSAGE_MAX = 1_000;

/** Redirects after a post, with a message that the next page shows once: as a line without script, as a toast with it. */
export function redirectWithFlash(to: string, flash: Flash, headers = new Headers()): Response {
  headers.append("Set-Cookie", flashCookie(flash));
  return redirect(to, { status: 303, headers });
}

export function flashCookie({ kind, message }: Flash): string {
  const value = Buffer.from(JSON.stringify([kind, message.slice(0, MESSAGE_MAX)])).toString("base64url");
  return `${NAME}=${value}.${sign("flash", value)}; ${ATTRIBUTES}; Max-Age=60`;
}

/** The message for this page, and the header that forgets it. Only what we signed is shown. */
export function readFlash(request: Request): { flash: Flash | null; headers: Headers } {
  const headers = new Headers();
  const cookie = readCookies(request.headers.get("cookie")).get(NAME);
  if (!cookie) return { flash: null, headers };
  headers.append("Set-Cookie", `${NAME}=; ${ATTRIBUTES}; Max-Age=0`);
  const [value = "", signature = ""] = cookie.split(".");
  if (!isSignature("flash", value, signature)) return { flash: null, headers };
  const [kind, message] = JSON.parse(Buffer.from(value, "base64url").toString("utf8")) as [
    Flash["kind"],
    string,
  ];
  return { flash: { kind, message }, headers };
}

const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** A path of our own to go to after a post: one slash, no host, no tricks; otherwise the default. */
export function safeRedirect(to: string | null | undefined, fallback: string): string {
  if (!to || to.length > 2_000 || !OWN_PATH.test(to)) return fallback;
  const url = new URL(to, config.publicUrl);
  const path = `${url.pathname}${url.search}`;
  // Once more: reading it as a URL may have made two slashes of `/..//`.
  return url.origin === new URL(config.publicUrl).origin && OWN_PATH.test(path) ? path : fallback;
}
