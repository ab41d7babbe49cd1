import {
  id,
  integer,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/**
 * An email in the outbox. `props` are encrypted with the row's id as associated data, and deleted once the
 * email is sent.
 */
export class Mail extends table("mails", {
  id: id(),
  userId: stringOrNull(),
  /** The claim whose visitor it goes to, if any: it is erased with that claim. */
  workspaceId: stringOrNull(),
  submissionId: stringOrNull(),
  kind: string(),
  toAddress: string(),
  replyTo: stringOrNull(),
  props: stringOrNull(),
  state: string<"queued" | "sent" | "failed">(),
  /** When it is tried next. Moving it forward is a worker's lease. */
  dueAt: timestamp(),
  leaseToken: stringOrNull(),
  attemptCount: integer(),
  lastError: stringOrNull(),
  createdAt: timestamp(),
  sentAt: timestampOrNull(),
}) {}
