import { isHttps } from "#app/http/cookies/session.server.ts";
import { readCookies } from "#app/http/forms/read-body.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { sha256 } from "#app/lib/random.server.ts";

const NAME = "attesto_verified";
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** Remembers for its page which link this browser has just used: reloaded, or come back to, it says what came of it and not that it is used up. */
export const verifiedLinkCookie = {
  cookie: (token: string) => `${NAME}=${sha256(token)}; ${ATTRIBUTES}; Max-Age=${(15 * MINUTE) / 1000}`,
  is: (request: Request, token: string) =>
    readCookies(request.headers.get("cookie")).get(NAME) === sha256(token),
};
