import { Secret, TOTP } from "otpauth";
import type { User } from "#app/models/index.server.ts";
import { signIn } from "#app/services/auth/sign-in/sign-in.server.ts";
import { confirmTwoFactor, startTwoFactorSetup } from "#app/services/auth/sign-in/two-factor.server.ts";

const STEP_MS = 30_000;

/** A program that says nothing of itself. */
export const nowhere = { ip: null, userAgent: null, deviceId: null, deviceFingerprint: null, cookieId: null };

/** The code that an authenticator app shows, so many steps of 30 s from then. */
export function createCode(secret: string, stepsFromThen = 0, then = new Date()): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
  return app.generate({ timestamp: then.getTime() + stepsFromThen * STEP_MS });
}

/** Switches two-step sign-in on, with the code of the step before: the present one is still to be taken. */
export async function switchTwoStepOn(
  owner: User,
  now = new Date(),
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await startTwoFactorSetup({ owner });
  const code = createCode(secret, -1, now);
  const recoveryCodes = await confirmTwoFactor({ owner, code, sessionId: "none", now });
  return { secret, recoveryCodes };
}

/** The token of a sign-in that waits for its second factor. */
export async function createTwoFactorToken(user: User): Promise<string> {
  const credentials = { kind: "verified" as const, user, authenticatedAt: new Date() };
  const result = await signIn({ credentials, device: nowhere });
  if (result.kind !== "second-factor") throw new Error("This account has no second factor.");
  return result.token;
}
