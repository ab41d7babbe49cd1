import { z } from "zod";
import { createSignedCookie } from "#app/http/cookies/signed-cookie.server.ts";

/** A day: as long as its link is valid. */
const LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * The registration that this browser has made: it may correct its email, and is signed in once that is
 * verified. The name and username fill in the form again.
 */
export const registrationCookie = createSignedCookie(
  "attesto_registration",
  z.object({ id: z.string(), name: z.string(), username: z.string() }),
  { maxAge: LIFETIME_SECONDS },
);

export const readRegistration = (request: Request) => registrationCookie.parse(request.headers.get("cookie"));
