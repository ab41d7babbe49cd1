import { z } from "zod";
import { createSignedCookie } from "#app/http/cookies/signed-cookie.server.ts";

/**
 * The hash of the link this browser has just used, so that reloading its page does not say that the link is
 * used.
 */
export const verifiedLinkCookie = createSignedCookie("attesto_verified", z.string().min(1), {
  maxAge: 15 * 60,
});
