import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { parse, serialize } from "cookie";
import { sign, unsign } from "cookie-signature";
import type { z } from "zod";
import { config } from "#app/env.server.ts";

export const isHttps = config.publicUrl.startsWith("https:");

/**
 * Over https every cookie is bound to this host: no other one below the same domain can set it. Browsers refuse
 * the prefix without `Secure` and `Path=/`, and drop `Secure` cookies over plain http.
 */
export const hostCookieName = (name: string): string => (isHttps ? `__Host-${name}` : name);

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

/** A cookie whose value can also be read from a header that is parsed already, and both at once. */
export type SignedCookie<T> = TypedCookie<T> & {
  /** Reads the value of a parsed `Cookie` header. */
  read(signed: string | undefined): T | null;
  /** The `Set-Cookie` header. */
  write(value: T): string;
};

/**
 * A cookie that its browser can read but not change, in the format of Remix's `createCookie`. Each name signs
 * with keys of its own: a value copied into another cookie is invalid there.
 */
export function createSignedCookie<S extends z.ZodType>(
  plainName: string,
  schema: S,
  { maxAge }: { maxAge: number },
): SignedCookie<z.infer<S>> {
  const name = hostCookieName(plainName);
  // Made once: with a secret's text, each signature would make its key again.
  const keys = config.sessionSecrets.map((secret) =>
    createSecretKey(createHmac("sha256", secret).update(`cookie:${name}`).digest("base64url"), "utf8"),
  );
  const attributes = { httpOnly: true, secure: isHttps, path: "/", sameSite: "lax" } as const;
  const suffix = serialize(name, "", { ...attributes, maxAge }).slice(`${name}=`.length);
  const cleared = serialize(name, "", { ...attributes, maxAge: 0 });

  const read = (signed: string | undefined): z.infer<S> | null => {
    const parsed = signed ? schema.safeParse(decode(verify(signed, keys))) : null;
    return parsed?.success ? parsed.data : null;
  };
  const write = (value: z.infer<S>): string =>
    `${name}=${encodeURIComponent(sign(encode(value), keys[0] as KeyObject))}${suffix}`;
  return {
    name,
    isIn: (header) => name in parse(header ?? ""),
    read,
    write,
    parse: async (header) => read(parse(header ?? "")[name]),
    serialize: async (value) => write(value),
    clear: async () => cleared,
  };
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");

/** Undefined for what is not ours, which no schema takes. */
function decode(value: string | null): unknown {
  try {
    return value === null ? undefined : JSON.parse(Buffer.from(value, "base64").toString());
  } catch {
    return undefined;
  }
}

function verify(signed: string, keys: KeyObject[]): string | null {
  for (const key of keys) {
    const value = unsign(signed, key);
    if (value !== false) return value;
  }
  return null;
}
