import { isHttps } from "#app/http/cookies/session.server.ts";
import { readCookies } from "#app/http/forms/read-body.server.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";

const NAME = "attesto_pending";
const KEPT_SECONDS = 15 * 60;
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** The address that waits for its link, for the page that names it where no script can. */
export function pendingEmailCookie(email: string): string {
  const value = Buffer.from(email).toString("base64url");
  return `${NAME}=${value}.${sign("pending-email", value)}; ${ATTRIBUTES}; Max-Age=${KEPT_SECONDS}`;
}

/** Once it was verified, it waits no more. */
export const clearPendingEmail = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** Only what we signed is shown. */
export function readPendingEmail(request: Request): string | null {
  const [value = "", signature = ""] = (readCookies(request.headers.get("cookie")).get(NAME) ?? "").split(
    ".",
  );
  if (value === "" || !isSignature("pending-email", value, signature)) return null;
  return Buffer.from(value, "base64url").toString("utf8");
}
