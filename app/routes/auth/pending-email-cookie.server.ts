import { z } from "zod";
import { createSignedCookie } from "#app/http/cookies/signed-cookie.server.ts";

/** The address that waits for its verification link, for the page that names it without script. */
export const pendingEmailCookie = createSignedCookie("attesto_pending", z.string().min(1), {
  maxAge: 15 * 60,
});
