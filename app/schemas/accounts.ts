import { z } from "zod";
import { EMAIL_MAX, PASSWORD_MAX } from "./limits.ts";
import { messages } from "./messages.ts";

export const SignInInput = z.object({
  usernameOrEmail: z
    .string(messages.fields.usernameOrEmailRequired)
    .max(EMAIL_MAX, messages.auth.invalidCredentials)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, messages.fields.usernameOrEmailRequired)),
  // Only its presence: what a password must be is asked where one is set.
  password: z
    .string(messages.fields.passwordRequired)
    .min(1, messages.fields.passwordRequired)
    .max(PASSWORD_MAX, `Password cannot exceed ${PASSWORD_MAX} characters`),
});
export type SignInInput = z.infer<typeof SignInInput>;

export const UserAnswer = z.object({
  _id: z.string(),
  username: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(["user", "admin", "superadmin"]),
  subscription: z.object({
    status: z.string(),
    plan: z.string(),
    currentPeriodEnd: z.iso.datetime().nullable(),
  }),
  isActive: z.boolean(),
  isEmailVerified: z.boolean(),
  phoneNumber: z.string().nullable(),
  preferences: z.object({
    currency: z.string(),
    timezone: z.string(),
    theme: z.enum(["light", "dark", "system"]),
  }),
  createdAt: z.iso.datetime(),
});
export type UserAnswer = z.infer<typeof UserAnswer>;

export const SignInAnswer = z.object({ token: z.string(), user: UserAnswer });
