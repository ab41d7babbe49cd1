import { createHmac } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { parse } from "cookie";
import type { z } from "zod";
import { config } from "#app/env.server.ts";

export const isHttps = config.publicUrl.startsWith("https:");

/** One value in a cookie of its own, checked against a schema when it comes back. */
export type TypedCookie<T> = {
  name: string;
  /** Whether a `Cookie` header has one of this name, ours or not. */
  isIn(header: string | null): boolean;
  /** Reads a `Cookie` header. A value that is missing, expired or not ours is null. */
  parse(header: string | null): Promise<T | null>;
  serialize(value: T): Promise<string>;
  clear(): Promise<string>;
};

/**
 * A cookie that its browser can read but not change. Each name signs with keys of its own: a value copied into
 * another cookie is invalid there.
 */
export function createSignedCookie<S extends z.ZodType>(
  name: string,
  schema: S,
  { maxAge }: { maxAge: number },
): TypedCookie<z.infer<S>> {
  const secrets = config.sessionSecrets.map((secret) =>
    createHmac("sha256", secret).update(`cookie:${name}`).digest("base64url"),
  );
  const cookie = createCookie(name, { httpOnly: true, secure: isHttps, maxAge, secrets });
  return {
    name,
    isIn: (header) => name in parse(header ?? ""),
    async parse(header) {
      const value: unknown = await cookie.parse(header);
      if (value === null) return null;
      const parsed = schema.safeParse(value);
      return parsed.success ? parsed.data : null;
    },
    serialize: (value) => cookie.serialize(value),
    clear: () => cookie.serialize("", { maxAge: 0 }),
  };
}
