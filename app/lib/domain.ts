/** The closed lists of the domain: models, schemas and components take their types from here. */

export const CONVERSION_ACTIONS = ["deposit", "purchase", "subscription"] as const;
export type ConversionAction = (typeof CONVERSION_ACTIONS)[number];

/** What a visitor confirmed, standing alone; in lower case it follows an amount. */
export const optInNouns: Record<ConversionAction, string> = {
  deposit: "Deposit",
  purchase: "Purchase",
  subscription: "Subscription",
};

/** Whether a form asks for the amount. */
export const AMOUNT_FIELDS = ["required", "optional", "hidden"] as const;
export type AmountField = (typeof AMOUNT_FIELDS)[number];

/** How light a form's page is; `automatic` follows the visitor's device. */
export const FORM_THEMES = ["automatic", "light", "dark"] as const;
export type FormTheme = (typeof FORM_THEMES)[number];

/** Whether a form asks for the account number at a broker. */
export const ACCOUNT_FIELDS = ["no", "optional", "required"] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

/** What a form does with events that an ad platform refuses without an amount. */
export const WITHOUT_AMOUNT = ["lead", "skip"] as const;
export type WithoutAmountChoice = (typeof WITHOUT_AMOUNT)[number];

/** Why visitors can't send a form. */
export type FormObstacle = "paused" | "no platform";

export const SUBMISSION_STATUSES = ["pending", "handled", "rejected"] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const REPLAY_STATES = ["running", "done", "cancelled"] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** What a replay sends: events that an ad platform refused for good, and verified claims that it never got. */
export const REPLAY_PARTS = ["failed", "neverSent"] as const;
export type ReplayPart = (typeof REPLAY_PARTS)[number];

/**
 * Why an event is skipped: the claim's consent does not cover the ad platform, the form sends nothing there, or
 * nothing without an amount; the decision was undone, the visitor withdrew or ended the sharing with ad platforms,
 * or the person was erased.
 */
export const SKIP_REASONS = [
  "consent",
  "switched_off",
  "no_amount",
  "undone",
  "withdrawn",
  "not_shared",
  "erased",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Why a claim was rejected. */
export const DECISION_REASONS = [
  "not_found",
  "not_in_statement",
  "wrong_amount",
  "duplicate",
  "suspicious",
  "other",
] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

export const decisionReasonTexts: Record<DecisionReason, string> = {
  not_found: "Not found at the broker",
  not_in_statement: "Not in the broker's statement",
  wrong_amount: "Wrong amount",
  duplicate: "Duplicate",
  suspicious: "Suspicious",
  other: "Other",
};

/** The columns of the list of claims that a user can hide. */
export const LIST_COLUMNS = ["source", "reference", "when"] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number];

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
/** Whether a stored role is one of ours. A database can hold any text. */
export const isUserRole = (role: string): role is UserRole => USER_ROLES.some((known) => known === role);

/** Who comes into administration. */
export const ADMIN_ROLES = ["admin", "superadmin"] as const satisfies UserRole[];
export const isAdminRole = (role: string): boolean => ADMIN_ROLES.some((known) => known === role);

/** What a member may do in a workspace: `services/workspaces/policy.ts`. */
export const WORKSPACE_ROLES = ["owner", "manager", "checker", "viewer"] as const;
/** `support` is no member's: an administrator has it while a support access lasts. */
export type WorkspaceRole = (typeof WORKSPACE_ROLES)[number] | "support";
export type MemberRole = (typeof WORKSPACE_ROLES)[number];
/** What somebody can be invited as; an owner makes another one of those who are members. */
export const INVITED_ROLES = ["manager", "checker", "viewer"] as const satisfies MemberRole[];
export type InvitedRole = (typeof INVITED_ROLES)[number];
/** Where people can sign in besides here. */
export const SIGN_IN_PROVIDERS = ["google", "facebook", "oidc"] as const;
export type SignInProviderId = (typeof SIGN_IN_PROVIDERS)[number];

/** What a message of the contact form is about. */
export const CONTACT_SUBJECTS = [
  "general",
  "sales",
  "technical",
  "partnership",
  "billing",
  "feature",
  "other",
  "hire-us",
] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];
export const CONTACT_SUBJECT_LABELS: Record<ContactSubject, string> = {
  general: "General question",
  sales: "Sales",
  technical: "Technical question",
  partnership: "Partnership",
  billing: "Plans and billing",
  feature: "Feature suggestion",
  other: "Something else",
  "hire-us": "Hire us",
};

/** The steps of a new account before its first event. */
export const SETUP_STEPS = [
  "email",
  "platform",
  "tier",
  "form",
  "connection",
  "share",
  "check",
  "statement",
] as const;
export type SetupStepName = (typeof SETUP_STEPS)[number];

/** What the audit log keeps, as people read it. */
export const auditActionTexts = {
  "role.changed": "Changed a role",
  "user.activated": "Activated a user",
  "user.deactivated": "Deactivated a user",
  "user.deleted": "Deleted a user",
  "sessions.ended": "Ended a user’s sessions",
  "subscription.granted": "Granted a plan",
  "subscription.ended": "Ended a subscription",
  "support.allowed": "Allowed support access",
  "support.entered": "Entered with support access",
  "support.changed": "Changed something with support access",
  "support.left": "Left support access",
  "support.ended": "Ended support access",
  "news.published": "Published a news item",
  "news.changed": "Changed a news item",
  "news.deleted": "Deleted a news item",
  "message.handled": "Marked a message as handled",
  "message.reopened": "Marked a message as not handled",
  "telegramDoor.confirmed": "Confirmed that a Telegram door is allowed",
  "linkHost.changed": "Changed whether links may lead to a host",
} as const;
export type AuditAction = keyof typeof auditActionTexts;
export const AUDIT_ACTIONS = Object.keys(auditActionTexts) as [AuditAction, ...AuditAction[]];

/** Lists compare amounts only within one rank, and come to the ranks in this order. */
export const AMOUNT_RANK = { comparable: 0, withoutRate: 1, withoutAmount: 2, unlikely: 3 } as const;

/** In place of the member who decided: an API key. */
export const DECIDED_BY_API = "api";
/** And of those by a rule. */
export const DECIDED_BY_RULE = "rule";
