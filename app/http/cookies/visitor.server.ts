import { z } from "zod";
import { newToken } from "#app/lib/random.server.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";

/** A browser's id: which device signs in, and which visitor submits. */
export const visitorCookie = createSignedCookie("attesto_visitor", z.string().min(1), {
  maxAge: 365 * 24 * 60 * 60,
});

export const newVisitorId = (): string => newToken().slice(0, 22);

/** A cookie for a visitor who has none. */
export const createVisitorCookie = (): string => visitorCookie.write(newVisitorId());
