import { readCookies } from "#app/http/forms/read-body.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import { isHttps } from "./session.server.ts";

const LIFETIME_MS = 10 * MINUTE;

/** A cookie that its browser can neither read nor change: sealed, 10 minutes, for one page's path. */
export function createEncryptedCookie<T extends { begunAt: number }>(name: string, path: string) {
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return {
    issue: (value: T) =>
      `${name}=${encrypt(JSON.stringify(value), name)}; ${attributes}; Max-Age=${LIFETIME_MS / 1000}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    read(request: Request): T | null {
      const sealed = readCookies(request.headers.get("cookie")).get(name);
      if (!sealed) return null;
      try {
        const value = JSON.parse(decrypt(sealed, name)) as T;
        return Date.now() - value.begunAt < LIFETIME_MS ? value : null;
      } catch {
        // Not sealed by us: the same as none.
        return null;
      }
    },
  };
}
