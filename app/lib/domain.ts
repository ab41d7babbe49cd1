/** The closed lists of the domain: models, schemas and components take their types from here. */

export const CONVERSION_ACTIONS = ["deposit", "purchase", "subscription"] as const;
export type ConversionAction = (typeof CONVERSION_ACTIONS)[number];

export const SUBMISSION_STATUSES = ["pending", "handled", "rejected"] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const EVENT_STATUSES = ["sent", "failed"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const DELIVERY_STATES = [
  "queued",
  "retrying",
  "parked",
  "sent",
  "failed",
  "expired",
  "skipped",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const ATTEMPT_OUTCOMES = ["accepted", "transient", "ambiguous", "parked", "permanent"] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export const USER_ROLES = ["user", "admin", "superadmin"] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Where people can sign in besides here. */
export const SIGN_IN_PROVIDERS = ["google", "facebook", "oidc"] as const;
export type SignInProviderId = (typeof SIGN_IN_PROVIDERS)[number];
