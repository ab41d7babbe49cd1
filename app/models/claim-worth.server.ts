import {
  integer,
  primaryKey,
  string,
  stringOrNull,
  table,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { WorthState } from "#app/lib/worth.ts";

/** What a client is worth by its broker's contracts. It has a row for the earliest of its verified claims. */
export class ClaimWorth extends table("claimWorths", {
  submissionId: primaryKey(string()),
  workspaceId: string(),
  platformId: string(),
  state: string<WorthState>(),
  amount: stringOrNull(),
  currency: stringOrNull(),
  /** The sums that the broker has paid, as JSON. */
  paid: string(),
  /** As JSON. */
  lacks: string(),
  /** What it rests on, as JSON. */
  factIds: string(),
  qualifiedOn: stringOrNull(),
  firstDepositOn: stringOrNull(),
  depositCount: integer(),
  lots: string(),
  withdrawn: stringOrNull(),
  lastActiveAt: timestampOrNull(),
  leftAt: timestampOrNull(),
  /** The first month without figures that its contract needs. */
  lacksFrom: stringOrNull(),
  /** Of all values, so that only what changes is written. */
  digest: string(),
}) {}
