import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { parse, serialize } from "cookie";
import { sign, unsign } from "cookie-signature";
import type { z } from "zod";
import { config } from "#app/env.server.ts";

export const isHttps = config.publicUrl.startsWith("https:");

/**
 * Over https a cookie of all paths is bound to this host, so that no sibling domain can set it. Browsers refuse
 * the prefix without `Secure` and `Path=/`, and drop `Secure` cookies over plain http.
 */
export const hostCookieName = (name: string): string => (isHttps ? `__Host-${name}` : name);
const secureCookieName = (name: string) => (isHttps ? `__Secure-${name}` : name);

/** One value in a cookie of its own, validated by a schema when it is read. */
export type TypedCookie<T> = {
  name: string;
  /** Whether a `Cookie` header has this name, valid or not. */
  isIn(header: string | null): boolean;
  /** Reads a `Cookie` header. A missing, expired or forged value is null. */
  parse(header: string | null): Promise<T | null>;
  serialize(value: T): Promise<string>;
  clear(): Promise<string>;
};

/** A cookie that can also be read from a parsed header, synchronously. */
export type SignedCookie<T> = TypedCookie<T> & {
  /** Reads the value of a parsed `Cookie` header. */
  read(signed: string | undefined): T | null;
  /** The `Set-Cookie` header. `maxAge` in seconds is the cookie's own without it. */
  write(value: T, maxAge?: number): string;
};

/**
 * A cookie that its browser can read but not change. Each name has its own signing keys, so that a value is
 * invalid in another cookie.
 */
export function createSignedCookie<S extends z.ZodType>(
  plainName: string,
  schema: S,
  { maxAge, path = "/" }: { maxAge: number; path?: string },
): SignedCookie<z.infer<S>> {
  const name = path === "/" ? hostCookieName(plainName) : secureCookieName(plainName);
  // Imported once, because each signature with a text would import its key again.
  const keys = config.sessionSecrets.map((secret) =>
    createSecretKey(createHmac("sha256", secret).update(`cookie:${name}`).digest("base64url"), "utf8"),
  );
  const options = { httpOnly: true, secure: isHttps, path, sameSite: "lax" } as const;
  const attributes = serialize(name, "", options).slice(`${name}=`.length);
  const cleared = `${name}=; Max-Age=0${attributes}`;

  const read = (signed: string | undefined): z.infer<S> | null => {
    const parsed = signed ? schema.safeParse(decode(verify(signed, keys))) : null;
    return parsed?.success ? parsed.data : null;
  };
  // Neither base64url nor a signature has a character that a cookie must escape.
  const write = (value: z.infer<S>, seconds = maxAge): string =>
    `${name}=${sign(encode(value), keys[0] as KeyObject)}; Max-Age=${seconds}${attributes}`;
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

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Undefined, which no schema accepts, if it cannot be decoded. */
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
