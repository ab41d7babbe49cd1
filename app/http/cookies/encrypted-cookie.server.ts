import { createHash } from "node:crypto";
import { parse, serialize } from "cookie";
import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";
import { config } from "#app/env.server.ts";
import { hostCookieName, isHttps, type TypedCookie } from "./signed-cookie.server.ts";

const LIFETIME_SECONDS = 10 * 60;

type Key = { kid: string; key: Buffer };

function readKeys(): [current: Key, ...older: Key[]] {
  const hash = (purpose: string, key: string) => createHash("sha256").update(`${purpose}:${key}`);
  const [current, ...older] = config.encryptionKeys.map((key) => ({
    kid: hash("cookie-kid", key).digest("hex").slice(0, 8),
    key: hash("cookie-key", key).digest(),
  }));
  if (!current) throw new Error("ENCRYPTION_KEYS is empty.");
  return [current, ...older];
}

/**
 * A cookie that its browser can neither read nor change, for ten minutes. Not a `createCookie`, whose base64
 * around a JWE would exceed 4 KB.
 */
export function createEncryptedCookie<S extends z.ZodType>(
  plainName: string,
  schema: S,
): TypedCookie<z.infer<S>> {
  const name = hostCookieName(plainName);
  const keys = readKeys();
  const findKey = ({ kid }: { kid?: string }): Buffer => {
    const found = keys.find((candidate) => candidate.kid === kid);
    if (!found) throw new Error("unknown key");
    return found.key;
  };
  const attributes = { path: "/", httpOnly: true, secure: isHttps, sameSite: "lax" } as const;
  return {
    name,
    isIn: (header) => name in parse(header ?? ""),
    async parse(header) {
      const token = parse(header ?? "")[name];
      if (!token) return null;
      try {
        const { payload } = await jwtDecrypt(token, findKey, {
          audience: name,
          requiredClaims: ["exp"],
          keyManagementAlgorithms: ["dir"],
          contentEncryptionAlgorithms: ["A256GCM"],
        });
        const parsed = schema.safeParse(payload.value);
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
    async serialize(value) {
      const [{ kid, key }] = keys;
      const token = await new EncryptJWT({ value })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid })
        .setAudience(name)
        .setExpirationTime(`${LIFETIME_SECONDS}s`)
        .encrypt(key);
      return serialize(name, token, { ...attributes, maxAge: LIFETIME_SECONDS });
    },
    clear: async () => serialize(name, "", { ...attributes, maxAge: 0 }),
  };
}
