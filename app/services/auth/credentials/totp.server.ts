import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { config } from "#app/env.server.ts";

const STEP_MS = 30_000;
/** A phone's clock may be off by one step. */
const STEPS_ASIDE = 1;
const SECRET_BYTES = 20;

/** A secret for an authenticator app, as base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

// SHA-1, 6 digits and 30 s: several apps silently take nothing else.
const createApp = (secret: string, email?: string) =>
  new TOTP({
    issuer: config.brandName,
    label: email ?? "",
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: STEP_MS / 1000,
  });

/** `otpauth://totp/…`, for the QR code. */
export const totpUri = ({ secret, email }: { secret: string; email: string }): string =>
  createApp(secret, email).toString();

/** The time step that a code belongs to; null for a wrong code. */
export function matchTotpStep({
  secret,
  code,
  now,
}: {
  secret: string;
  code: string;
  now: Date;
}): number | null {
  const aside = createApp(secret).validate({ token: code, timestamp: now.getTime(), window: STEPS_ASIDE });
  return aside === null ? null : Math.floor(now.getTime() / STEP_MS) + aside;
}

/** A QR code as the `d` of one SVG path, in a square of `size` units with its quiet zone of four. */
export function qrCodePath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}
