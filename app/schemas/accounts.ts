import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";
import { Email } from "#app/schemas/shared/email.ts";
import { EMAIL_MAX, ID_MAX, PASSWORD_MAX, PASSWORD_MIN } from "#app/schemas/shared/limits.ts";
import { AddressResponse, Name, NotificationPreferences, Username } from "./profile.ts";

/** Counts characters after NFKC, as the hash sees them, not UTF-16 units. */
const lengthOf = (password: string) => [...password.normalize("NFKC")].length;

const Password = z
  .string(messages.fields.passwordRequired)
  .min(1, messages.fields.passwordRequired)
  // A cheap bound before counting characters.
  .max(PASSWORD_MAX * 8, messages.fields.passwordLong)
  .refine((password) => lengthOf(password) <= PASSWORD_MAX, messages.fields.passwordLong);

/** A new password, exactly as typed and never trimmed. */
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
  // No minimum: the policy applies only when a password is set.
  password: Password,
});
export type SignInInput = z.infer<typeof SignInInput>;

/** The current password, for reauthentication. */
export const CurrentPassword = z.object({ password: Password });

export const PasswordChange = z.object({ currentPassword: Password, newPassword: NewPassword });

/** The password page: change it, or ask for a link where the account has none. */
export const PasswordForm = z.discriminatedUnion("intent", [
  PasswordChange.extend({ intent: z.literal("change") }),
  z.object({ intent: z.literal("send-link") }),
]);

/** A device, or all but this one. */
export const SessionForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("end-session"), sessionId: z.string().max(ID_MAX) }),
  z.object({ intent: z.literal("end-others") }),
]);

export const RegisterInput = z.object({
  name: Name,
  username: Username,
  email: Email,
  password: NewPassword,
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const EmailInput = z.object({ email: Email });

/** Forms of the sign-in pages. */
export const SignInForm = SignInInput.extend({ intent: z.literal("sign-in") });
export const ConfirmPasswordForm = CurrentPassword.extend({ intent: z.literal("confirm-password") });
export const RegisterForm = RegisterInput.extend({ intent: z.literal("register") });
export const SendLinkForm = EmailInput.extend({ intent: z.literal("send-link") });

/** 256 random bits as base64url. */
export const Token = z.string().regex(/^[\w-]{43}$/);

export const ResetInput = z.object({
  token: z.string(messages.auth.resetLinkInvalid).regex(/^[\w-]{43}$/, messages.auth.resetLinkInvalid),
  password: NewPassword,
});
export const ResetForm = ResetInput.extend({ intent: z.literal("reset") });

export const UserResponse = z.object({
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
  address: AddressResponse.nullable(),
  notificationPreferences: NotificationPreferences,
  preferences: z.object({
    currency: z.string(),
    timezone: z.string(),
    theme: z.enum(["light", "dark", "system"]),
  }),
  createdAt: z.iso.datetime(),
});
export type UserResponse = z.infer<typeof UserResponse>;

export const SignInResponse = z.object({ token: z.string(), user: UserResponse });
export const MeResponse = z.object({ user: UserResponse });
export const TokenResponse = z.object({ token: z.string() });
export const MessageResponse = z.object({ message: z.string() });
export const RegisterResponse = z.object({ user: UserResponse, message: z.string() });

const Rows = z.array(z.looseObject({ id: z.string() }));

/** The export of an account's data: its rows without credentials. */
export const ExportResponse = z.object({
  user: UserResponse,
  sessions: Rows,
  apiKeys: Rows,
  identities: Rows,
  connections: Rows,
  forms: Rows,
  platforms: Rows,
  submissions: z.array(z.looseObject({ id: z.string(), deliveries: Rows })),
});
