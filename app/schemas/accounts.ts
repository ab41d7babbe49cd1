import { z } from "zod";
import { Email } from "./email.ts";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from "./limits.ts";
import { messages } from "./messages.ts";
import { AddressAnswer, Name, NotificationPreferences, Username } from "./profile.ts";

/** Counted as it is hashed: in characters after NFKC, not in UTF-16 units. */
const lengthOf = (password: string) => [...password.normalize("NFKC")].length;

const Password = z
  .string(messages.fields.passwordRequired)
  .min(1, messages.fields.passwordRequired)
  // Before counting characters: nobody's 128 need so many units.
  .max(PASSWORD_MAX * 8, messages.fields.passwordLong)
  .refine((password) => lengthOf(password) <= PASSWORD_MAX, messages.fields.passwordLong);

/** A password that is being set: exactly as typed, never trimmed. */
export const NewPassword = Password.refine(
  (password) => lengthOf(password) >= PASSWORD_MIN,
  messages.fields.passwordShort,
);

export const SignInInput = z.object({
  usernameOrEmail: z
    .string(messages.fields.usernameOrEmailRequired)
    .max(EMAIL_MAX, messages.auth.invalidCredentials)
    .transform((text) => text.trim())
    .pipe(z.string().min(1, messages.fields.usernameOrEmailRequired)),
  // Not how short it is: what a password must be is asked where one is set.
  password: Password,
});
export type SignInInput = z.infer<typeof SignInInput>;

/** The password that stands, to prove who is there. */
export const CurrentPassword = z.object({ password: Password });

export const PasswordChange = z.object({ currentPassword: Password, newPassword: NewPassword });

export const RegisterInput = z.object({
  name: Name,
  username: Username,
  email: Email,
  password: NewPassword,
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const EmailInput = z.object({ email: Email });

/** 256 random bits as base64url: anything else was never a token. */
export const Token = z.string().regex(/^[\w-]{43}$/);

export const ResetInput = z.object({
  token: z.string(messages.auth.resetLinkInvalid).regex(/^[\w-]{43}$/, messages.auth.resetLinkInvalid),
  password: NewPassword,
});

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
  address: AddressAnswer.nullable(),
  notificationPreferences: NotificationPreferences,
  preferences: z.object({
    currency: z.string(),
    timezone: z.string(),
    theme: z.enum(["light", "dark", "system"]),
  }),
  createdAt: z.iso.datetime(),
});
export type UserAnswer = z.infer<typeof UserAnswer>;

export const SignInAnswer = z.object({ token: z.string(), user: UserAnswer });
export const MeAnswer = z.object({ user: UserAnswer });
export const TokenAnswer = z.object({ token: z.string() });
export const MessageAnswer = z.object({ message: z.string() });
export const RegisterAnswer = z.object({ user: UserAnswer, message: z.string() });

const Rows = z.array(z.looseObject({ id: z.string() }));

/** The file of one's own data. Its rows are as they are kept, without what opens anything. */
export const ExportAnswer = z.object({
  user: UserAnswer,
  sessions: Rows,
  apiKeys: Rows,
  identities: Rows,
  connections: Rows,
  forms: Rows,
  platforms: Rows,
  submissions: z.array(z.looseObject({ id: z.string(), deliveries: Rows })),
});
