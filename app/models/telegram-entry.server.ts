import {
  id,
  leaseColumns,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { EntryProblem, EntryState, EntryWait } from "#app/lib/telegram.ts";

/** Somebody at a door. Unique are (doorId, telegramUserId) and (doorId, accountKey). */
export class TelegramEntry extends table("telegramEntries", {
  id: id(),
  workspaceId: string(),
  doorId: string(),
  telegramUserId: string(),
  /** The claim that it opens for. */
  submissionId: string(),
  /** Of the account at the broker, as a hash; null where the claim names none. */
  accountKey: stringOrNull(),
  ...leaseColumns<EntryState>(),
  /** Why a member has to open it. */
  waitsFor: stringOrNull<EntryWait>(),
  /** What speaks against the claim since it opened. */
  problem: stringOrNull<EntryProblem>(),
  problemAt: timestampOrNull(),
  /** The problem that a member has decided to overlook. */
  kept: stringOrNull<EntryProblem>(),
  /** The member who opened it; null where it opens by itself. */
  openedByUserId: stringOrNull(),
  openedAt: timestampOrNull(),
  joinedAt: timestampOrNull(),
  endedAt: timestampOrNull(),
  createdAt: timestamp(),
}) {}
