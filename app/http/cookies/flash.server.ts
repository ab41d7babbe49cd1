import { redirect } from "@remix-run/node";
import { z } from "zod";
import { createSignedCookie } from "./signed-cookie.server.ts";

const Flash = z.object({
  kind: z.enum(["success", "error", "blank"]),
  message: z.string(),
  /** A second line. */
  advice: z.string().optional(),
  /** Where the second line leads, and what it calls that. */
  link: z.object({ to: z.string(), label: z.string() }).optional(),
  /** The id that the message's undo button posts. */
  undo: z.string().optional(),
});
export type Flash = z.infer<typeof Flash>;

/** A cookie holds 4 KB, with its name and signature. */
const MESSAGE_MAX = 1_000;

const cookie = createSignedCookie("attesto_flash", Flash, { maxAge: 60 });

export const serializeFlash = ({ message, ...flash }: Flash): Promise<string> =>
  cookie.serialize({ ...flash, message: message.slice(0, MESSAGE_MAX) });

/**
 * Redirects after a post. The next page shows the message once: as a toast with script, otherwise as a line.
 */
export async function redirectWithFlash(
  to: string,
  flash: Flash,
  headers = new Headers(),
): Promise<Response> {
  headers.append("Set-Cookie", await serializeFlash(flash));
  return redirect(to, { status: 303, headers });
}

/** The message for this page, and the header that deletes it. */
export async function readFlash(request: Request): Promise<{ flash: Flash | null; headers: Headers }> {
  const header = request.headers.get("cookie");
  const headers = new Headers();
  if (cookie.isIn(header)) headers.append("Set-Cookie", await cookie.clear());
  return { flash: await cookie.parse(header), headers };
}
