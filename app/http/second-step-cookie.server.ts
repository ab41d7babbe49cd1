import { MINUTE } from "#app/lib/dates.ts";
import { readCookies } from "./request.server.ts";
import { isHttps } from "./session-cookie.server.ts";

const NAME = "attesto_second_step";
const ATTRIBUTES = `Path=/login; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** Carries the second step's token from the sign-in page to the next: never in an address, gone after 10 minutes. */
export const secondStepCookie = {
  issue: (token: string) => `${NAME}=${token}; ${ATTRIBUTES}; Max-Age=${(10 * MINUTE) / 1000}`,
  clear: () => `${NAME}=; ${ATTRIBUTES}; Max-Age=0`,
  read: (request: Request) => readCookies(request.headers.get("cookie")).get(NAME) || null,
};
