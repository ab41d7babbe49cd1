import { z } from "zod";
import { createSignedCookie } from "./signed-cookie.server.ts";

export const THEMES = ["dark", "light", "system"] as const;

/** The chosen theme, so that the server renders its class and nothing flashes. */
export const themeCookie = createSignedCookie("attesto_theme", z.enum(THEMES), {
  maxAge: 365 * 24 * 60 * 60,
});
