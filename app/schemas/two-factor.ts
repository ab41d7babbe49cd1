import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";
import { CODE_MAX, TOKEN_MAX } from "#app/schemas/shared/limits.ts";
import { SignInResponse } from "./accounts.ts";

const Code = z
  .string(messages.twoFactor.codeRequired)
  .max(CODE_MAX, messages.twoFactor.wrongCode)
  .transform((text) => text.trim())
  .pipe(z.string().min(1, messages.twoFactor.codeRequired));

/** Six digits of an authenticator app, or a recovery code, in one field. */
export const CodeInput = z.object({ code: Code });

export const SecondFactorForm = CodeInput.extend({ intent: z.literal("second-factor") });

/** The page that switches it on and off, and renews the recovery codes. */
export const TwoFactorForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start") }),
  CodeInput.extend({ intent: z.enum(["confirm", "renew", "disable"]) }),
]);

export const SecondFactorInput = z.object({ secondStepToken: z.string().min(1).max(TOKEN_MAX), code: Code });

export const SecondFactorRequired = z.object({
  secondStepRequired: z.literal(true),
  secondStepToken: z.string().describe("For POST /api/auth/login/second-step, within 10 minutes"),
});

/** A session, or the second factor that is still required. */
export const SignInOrSecondFactor = z.union([SignInResponse, SecondFactorRequired]);
export type SignInOrSecondFactor = z.infer<typeof SignInOrSecondFactor>;

export const TwoFactorResponse = z.object({
  twoStep: z.object({
    isOn: z.boolean(),
    since: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.number().int(),
  }),
});

export const TotpSecretResponse = z.object({
  secret: z.string().describe("Base32, to be typed into the app"),
  uri: z.string().describe("otpauth://totp/…, to be shown as a QR code"),
});

export const RecoveryCodesResponse = z.object({
  recoveryCodes: z.array(z.string()).describe("Shown this once"),
});
