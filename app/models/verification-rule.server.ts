import {
  boolean,
  id,
  integer,
  lockVersion,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** By what a broker's claims are verified without a member. Unique is the broker. */
export class VerificationRule extends table("verificationRules", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  isOn: boolean(),
  /** The sources of evidence that it rests on, with blanks between. */
  sources: string(),
  /** How many of them must say the same. */
  needed: integer<1 | 2>(),
  /** Above it a member decides; null without such a limit. */
  amountMax: stringOrNull(),
  amountMaxCurrency: stringOrNull(),
  perDay: integer(),
  holdSeconds: integer(),
  /** When too many of its decisions turned out wrong; null while it may decide. */
  pausedAt: timestampOrNull(),
  /** What it decided earlier no longer pauses it. */
  doubtsFrom: timestamp(),
  /** When the claims that wait are tried; null while none has to be. */
  dueAt: timestampOrNull(),
  /** The last claim of this round. */
  reachedId: stringOrNull(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  version: lockVersion(),
}) {}
