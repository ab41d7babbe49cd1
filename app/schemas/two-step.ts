import { z } from "zod";
import { UserAnswer } from "./accounts.ts";
import { CODE_MAX, TOKEN_MAX } from "./limits.ts";
import { messages } from "./messages.ts";

const Code = z
  .string(messages.twoStep.codeRequired)
  .max(CODE_MAX, messages.twoStep.wrongCode)
  .transform((text) => text.trim())
  .pipe(z.string().min(1, messages.twoStep.codeRequired));

/** The app's six digits, or a recovery code: one field for both. */
export const CodeInput = z.object({ code: Code });

export const SecondStepInput = z.object({ secondStepToken: z.string().min(1).max(TOKEN_MAX), code: Code });

export const SecondStepRequired = z.object({
  secondStepRequired: z.literal(true),
  secondStepToken: z.string().describe("For POST /api/auth/login/second-step, within 10 minutes"),
});

/** How a sign-in ends, or where it goes on. */
export const SignInOrSecondStep = z.union([
  z.object({ token: z.string(), user: UserAnswer }),
  SecondStepRequired,
]);

export const TwoStepAnswer = z.object({
  twoStep: z.object({
    isOn: z.boolean(),
    since: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.number().int(),
  }),
});

export const AppSecretAnswer = z.object({
  secret: z.string().describe("Base32, to be typed into the app"),
  uri: z.string().describe("otpauth://totp/…, to be shown as a QR code"),
});

export const RecoveryCodesAnswer = z.object({
  recoveryCodes: z.array(z.string()).describe("Shown this once"),
});
