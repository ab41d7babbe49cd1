import { newToken } from "#app/lib/random.server.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { isHttps } from "./session.server.ts";

export const VISITOR_COOKIE = "attesto_visitor";
const YEAR_SECONDS = 31_536_000;
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${YEAR_SECONDS}${isHttps ? "; Secure" : ""}`;

/** The visitor behind the signed first-party cookie, or null where there is none of ours. */
export function readVisitor(cookies: Map<string, string>): string | null {
  const [id = "", signature = ""] = (cookies.get(VISITOR_COOKIE) ?? "").split(".");
  return id !== "" && isSignature("visitor", id, signature) ? id : null;
}

/** A new visitor: the id, and the cookie that holds it. */
export function newVisitor(): { id: string; cookie: string } {
  const id = newToken().slice(0, 22);
  return { id, cookie: `${VISITOR_COOKIE}=${id}.${sign("visitor", id)}; ${ATTRIBUTES}` };
}

/** A cookie for a visitor who has none. */
export const newVisitorCookie = (): string => newVisitor().cookie;
