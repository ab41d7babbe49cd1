import { getKeys } from "./objects.ts";

/** The ways that people choose for each kind. Push shows what the app shows. */
export const NOTIFICATION_CHANNELS = {
  email: { label: "Email", how: "by email" },
  inApp: { label: "In the app", how: "here" },
  /** For members who have linked a chat with their workspace's bot. */
  telegram: { label: "Telegram", how: "in Telegram" },
} as const;

export type NotificationChannel = keyof typeof NOTIFICATION_CHANNELS;
export const CHANNEL_NAMES = getKeys(NOTIFICATION_CHANNELS);

type NotificationKind = {
  label: string;
  hint: string;
  defaults: Record<NotificationChannel, boolean>;
  /** What cannot be switched off. */
  always?: readonly NotificationChannel[];
};

/** What people switch on and off, with the default of each channel: what needs attention, and security. */
export const NOTIFICATION_KINDS = {
  newSubmission: {
    label: "New claim",
    hint: "Someone confirms an action on your form",
    defaults: { email: false, inApp: true, telegram: true },
  },
  statementDue: {
    label: "Statement due",
    hint: "A broker’s claims wait, and the first expires within two days",
    defaults: { email: true, inApp: true, telegram: true },
  },
  deliveryFailed: {
    label: "Delivery failed",
    hint: "An ad platform rejects an event, a claim is about to expire, or a rule pauses",
    defaults: { email: true, inApp: true, telegram: true },
  },
  campaignCost: {
    label: "Campaign too expensive",
    hint: "A verified deposit of a campaign costs more than your limit",
    defaults: { email: true, inApp: true, telegram: true },
  },
  weeklySummary: {
    label: "Weekly summary",
    hint: "Claims, and what ads cost and earned, on Mondays",
    defaults: { email: true, inApp: false, telegram: true },
  },
  productNews: {
    label: "Product news",
    hint: "What's new, a few times a year",
    defaults: { email: false, inApp: false, telegram: false },
  },
  security: {
    label: "Security",
    hint: "New sign-ins and chats, and changes of your password or email",
    defaults: { email: true, inApp: true, telegram: false },
    always: ["email"],
  },
} as const satisfies Record<string, NotificationKind>;

export type NotificationName = keyof typeof NOTIFICATION_KINDS;
export const NOTIFICATIONS = getKeys(NOTIFICATION_KINDS);

/** Whether a kind has a channel that cannot be switched off. */
export function isAlwaysOn(name: NotificationName, channel: NotificationChannel): boolean {
  const { always = [] }: NotificationKind = NOTIFICATION_KINDS[name];
  return always.includes(channel);
}

/** What a notification is about: its kind and, for the members of a workspace, what their role may do. */
export const NOTIFICATION_TYPES = {
  newClaims: { kind: "newSubmission", action: "submissions:write" },
  claimsExpiring: { kind: "deliveryFailed", action: "submissions:write" },
  statementDue: { kind: "statementDue", action: "statements:write" },
  deliveryFailed: { kind: "deliveryFailed", action: "deliveries:write" },
  deliveryExpired: { kind: "deliveryFailed", action: "deliveries:write" },
  deliveriesExpiring: { kind: "deliveryFailed", action: "connections:write" },
  connectionRefused: { kind: "deliveryFailed", action: "connections:write" },
  connectionFailing: { kind: "deliveryFailed", action: "connections:write" },
  spendRefused: { kind: "deliveryFailed", action: "connections:write" },
  rulePaused: { kind: "deliveryFailed", action: "brokers:write" },
  campaignTooExpensive: { kind: "campaignCost", action: "spend:write" },
  weeklySummary: { kind: "weeklySummary", action: "stats:read" },
  newsPublished: { kind: "productNews" },
  newSignIn: { kind: "security" },
  passwordChanged: { kind: "security" },
  emailChanged: { kind: "security" },
  twoFactorChanged: { kind: "security" },
  providerLinked: { kind: "security" },
  apiKeyCreated: { kind: "security" },
  chatLinked: { kind: "security" },
  brokerLinkChanged: { kind: "security", action: "workspace:write" },
  brokerRefused: { kind: "deliveryFailed", action: "workspace:write" },
  telegramRefused: { kind: "deliveryFailed", action: "workspace:write" },
  telegramDoor: { kind: "newSubmission", action: "submissions:write" },
  brokerShapeChanged: { kind: "deliveryFailed" },
} as const satisfies Record<string, { kind: NotificationName; action?: string }>;

export type NotificationType = keyof typeof NOTIFICATION_TYPES;
