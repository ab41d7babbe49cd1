import type { NOTIFICATION_TYPES, NotificationType } from "#app/lib/notifications.ts";
import type { DueBroker } from "#app/lib/statements.ts";
import type { ConnectionFault } from "#app/services/ad-platforms/ad-platform.ts";
import type { WorkspaceAction } from "#app/services/workspaces/policy.ts";

/** Where the workspace has several forms, those that the claims are of. */
type OfForms = { forms?: string[] };

/** What each type says besides its count, without personal data. */
export type NotificationPayloads = {
  /** `platformName` if it is one claim. */
  newClaims: { submissionId: string; platformName: string } & OfForms;
  claimsExpiring: { hours: number; firstAt: string } & OfForms;
  /** A broker's waiting claims can be checked with its file; `brokers` are all whose are due, if several are. */
  statementDue: {
    platformId: string;
    platformName: string;
    firstAt: string;
    brokers?: DueBroker[];
  } & OfForms;
  deliveryFailed: { submissionId: string; adPlatform: string };
  deliveryExpired: { submissionId: string; adPlatform: string };
  deliveriesExpiring: { adPlatform: string; firstAt: string };
  connectionRefused: { adPlatform: string; reason?: ConnectionFault | null };
  connectionFailing: { adPlatform: string; failures: number; isPaused: boolean };
  /** The spend of an ad account can no longer be read. */
  spendRefused: { adPlatform: string };
  /** Too much of what a broker's rule verified turned out wrong. */
  rulePaused: { platformId: string; platformName: string; decided: number; doubted: number };
  /** A campaign's cost of 28 days passed the owner's limit; `costPerVerified` is null without a verified claim. */
  campaignTooExpensive: {
    campaignName: string;
    spend: string;
    costPerVerified: string | null;
    limit: string;
    currency: string;
  };
  /** The days are those of the workspace's time zone. */
  weeklySummary: { from: string; to: string; total: number; handled: number; waiting: number };
  newsPublished: { title: string; summary: string | null };
  newSignIn: { device: string };
  passwordChanged: Record<string, never>;
  emailChanged: Record<string, never>;
  twoFactorChanged: { isOn: boolean };
  providerLinked: { provider: string };
  apiKeyCreated: { name: string };
  /** A chat with the bot of a workspace is told of its claims for the account. */
  chatLinked: { workspaceName: string; isGroup: boolean };
  /** A broker link leads somewhere else. */
  brokerLinkChanged: { platformId: string; linkName: string; host: string };
  /** A broker's API takes the credential no longer. */
  brokerRefused: { platformId: string; platformName: string };
  /** Telegram takes the token of the workspace's bot no longer. */
  telegramRefused: { username: string };
  /** Somebody at a door waits for a member, or should perhaps leave. */
  telegramDoor: { title: string; isProblem: boolean };
  /** To administrators: an API answers in a shape that is not known, as names and types. */
  brokerShapeChanged: { kind: string; call: string; shape: string };
};

/** Those that members of a workspace get, as their role allows. */
export type MemberType = {
  [T in NotificationType]: (typeof NOTIFICATION_TYPES)[T] extends { action: WorkspaceAction } ? T : never;
}[NotificationType];
/** Those that the administrators of the installation get. */
export type AdministratorType = "brokerShapeChanged";
/** Those about an account's security. */
export type SecurityType = Exclude<NotificationType, MemberType | AdministratorType | "newsPublished">;
