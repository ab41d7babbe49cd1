import { z } from "zod";
import { messages } from "#app/schemas/messages/index.ts";
import { Email } from "#app/schemas/shared/email.ts";
import {
  EMAIL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  TOKEN_MAX,
  USERNAME_MAX,
} from "#app/schemas/shared/limits.ts";
import { Currency } from "#app/schemas/shared/money.ts";
import { Id } from "#app/schemas/shared/params.ts";
import { NotificationPreferences } from "./notifications.ts";
import { AddressResponse, Name, TimeZone, Username } from "./profile.ts";

/** Counts characters after NFKC, as the hash sees them, not UTF-16 units. */
const countCharacters = (password: string) => [...password.normalize("NFKC")].length;

const Password = z
  .string(messages.fields.passwordRequired)
  .min(1, messages.fields.passwordRequired)
  // A cheap bound before counting characters.
  .max(PASSWORD_MAX * 8, messages.fields.passwordLong)
  .refine((password) => countCharacters(password) <= PASSWORD_MAX, messages.fields.passwordLong);

/** A new password, exactly as typed and never trimmed. */
const NewPassword = Password.refine(
  (password) => countCharacters(password) >= PASSWORD_MIN,
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

export const CurrentPassword = z.object({ password: Password });

export const PasswordChange = z.object({ currentPassword: Password, newPassword: NewPassword });

/** The password page: change it, or ask for a link where the account has none. */
export const PasswordForm = z.discriminatedUnion("intent", [
  PasswordChange.extend({ intent: z.literal("change") }),
  z.object({ intent: z.literal("send-link") }),
]);

export const SessionForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("end-session"), sessionId: Id }),
  z.object({ intent: z.literal("end-others") }),
]);

/** Where the browser is. An invalid value counts as missing. */
const Place = z.object({
  timezone: TimeZone.optional().catch(undefined),
  currency: Currency.optional().catch(undefined),
});

export const RegisterInput = z.object({
  name: Name,
  username: Username,
  email: Email,
  password: NewPassword,
  preferences: Place.optional().catch(undefined),
  invitation: z
    .string()
    .max(TOKEN_MAX)
    .optional()
    .describe(
      "The token of an invitation's link to this email: the email counts as verified, and the account joins the workspace",
    ),
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const EmailInput = z.object({ email: Email });

export const SignInForm = SignInInput.extend({ intent: z.literal("sign-in") });
/** The demo's buttons on the page /login. */
const DemoSignInForm = z.object({
  intent: z.literal("sign-in-demo"),
  account: z.enum(["owner", "admin"]),
});
export const DemoLoginForm = z.discriminatedUnion("intent", [SignInForm, DemoSignInForm]);
export const ConfirmPasswordForm = CurrentPassword.extend({ intent: z.literal("confirm-password") });
export const RegisterForm = RegisterInput.extend({ intent: z.literal("register") });
export const SignOutForm = z.object({ intent: z.literal("sign-out") });
export const VerifyEmailForm = z.object({ intent: z.literal("verify") });
export const SendLinkForm = EmailInput.extend({ intent: z.literal("send-link") });

/** To sign in, to connect the provider to the account, or to authenticate again. */
export const PROVIDER_INTENTS = ["sign-in-with-provider", "connect-provider", "reauthenticate"] as const;
export type ProviderIntent = (typeof PROVIDER_INTENTS)[number];
export const ProviderForm = z.object({ intent: z.enum(PROVIDER_INTENTS) });

/** 256 random bits as base64url. */
export const Token = z.string().regex(/^[\w-]{43}$/);

/** The page /login/email: get a link, or use one. */
export const SignInLinkForm = z.discriminatedUnion("intent", [
  SendLinkForm,
  z.object({
    intent: z.literal("sign-in"),
    token: z.string(messages.auth.signInLinkInvalid).regex(/^[\w-]{43}$/, messages.auth.signInLinkInvalid),
  }),
]);

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
    region: z.string().nullable().describe("ISO 3166; null for the time zone's country"),
    theme: z.enum(["light", "dark", "system"]),
  }),
  createdAt: z.iso.datetime(),
});
export type UserResponse = z.infer<typeof UserResponse>;

export const SignInResponse = z.object({ token: z.string(), user: UserResponse });
export type SignInResponse = z.infer<typeof SignInResponse>;
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
  notifications: Rows,
  pushSubscriptions: Rows,
  telegramChats: Rows.describe("The chats in which the account is told of claims"),
  auditEntries: Rows.describe("What administrators did to the account"),
  subscriptionGrants: Rows,
  supportAccesses: Rows,
  connections: Rows,
  forms: z.array(z.looseObject({ _id: z.string() })),
  links: Rows,
  brokerLinks: Rows,
  platforms: Rows,
  exchangeRates: Rows,
  submissions: z.array(z.looseObject({ _id: z.string(), deliveries: Rows })),
  statements: Rows.describe("With the file as base64 while it is kept"),
  statementEvidence: Rows.describe("By which lines statements have decided claims"),
  evidence: Rows.describe("What brokers say of claims, and of clients without one"),
  postbackSettings: Rows.describe("How brokers call back, without addresses and secrets"),
  postbacks: Rows.describe("What they called in the last 30 days"),
  brokerConnections: Rows.describe("Whose APIs are asked, without credentials"),
  telegramBots: Rows.describe("The bot of Telegram, without its token"),
  spendImports: Rows.describe("Files of spend, as base64, and amounts by hand"),
  spend: Rows.describe("What ads cost, by day"),
});

/** The username is typed to confirm. */
export const DeleteAccountForm = z.object({
  intent: z.literal("delete"),
  username: z.string(messages.leaving.typeUsername).trim().max(USERNAME_MAX, messages.leaving.typeUsername),
});
