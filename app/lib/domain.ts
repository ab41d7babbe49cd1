/** The closed lists of the domain: models, schemas and components take their types from here. */

export const CONVERSION_ACTIONS = ["deposit", "purchase", "subscription"] as const;
export type ConversionAction = (typeof CONVERSION_ACTIONS)[number];

export const SUBMISSION_STATUSES = ["pending", "handled", "rejected"] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const EVENT_STATUSES = ["sent", "failed"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const DELIVERY_STATES = [
  "queued",
  "confirming",
  "retrying",
  "parked",
  "sent",
  "failed",
  "expired",
  "skipped",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A worker may claim the delivery once it is due. */
export const DELIVERY_CLAIMABLE_STATES = [
  "queued",
  "retrying",
  "confirming",
] as const satisfies DeliveryState[];
/** The ad platform does not have the event, and it may still be sent. */
export const DELIVERY_OPEN_STATES = ["queued", "retrying", "parked"] as const satisfies DeliveryState[];

export const ATTEMPT_OUTCOMES = [
  "accepted",
  "submitted",
  "transient",
  "ambiguous",
  "parked",
  "permanent",
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export const USER_ROLES = ["user", "admin", "superadmin"] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** What a member may do in a workspace: `services/workspaces/policy.ts`. */
export const WORKSPACE_ROLES = ["owner", "manager", "checker", "viewer"] as const;
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number];
/** Where people can sign in besides here. */
export const SIGN_IN_PROVIDERS = ["google", "facebook", "oidc"] as const;
export type SignInProviderId = (typeof SIGN_IN_PROVIDERS)[number];
