import type { NonAttribute } from "sequelize";
import {
  boolean,
  id,
  integer,
  integerOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";
import type { SkipReason } from "#app/lib/domain.ts";
import type { DeliveryState } from "#app/lib/event-state.ts";
import type { Connection } from "./connection.server.ts";
import type { DeliveryAttempt } from "./delivery-attempt.server.ts";
import type { Submission } from "./submission.server.ts";

/** One submission to one ad platform, under one event id for life. Unique is (submissionId, adPlatform). */
export class Delivery extends table("deliveries", {
  id: id(),
  submissionId: string(),
  workspaceId: string(),
  connectionId: stringOrNull(),
  adPlatform: string(),
  eventId: string(),
  state: string<DeliveryState>(),
  /** Why it is skipped; null in any other state, and of one that was skipped before reasons were kept. */
  skipReason: stringOrNull<SkipReason>(),
  dueAt: timestampOrNull(),
  leaseToken: stringOrNull(),
  /** Claims so far; an attempt without its row was cut off before the outcome was written. */
  attemptCount: integer(),
  /** Tries that count against the schedule: a rate limit does not. */
  transientCount: integer(),
  sendBefore: timestamp(),
  /** How many hours before the end of its window the owner was warned. */
  warnedHours: integerOrNull(),
  /** What the platform is asked for the result with. Only of a platform that reports later. */
  receipt: stringOrNull(),
  /** An estimate from the event that was sent last, 0 to 100. */
  matchScore: integerOrNull(),
  /** The missing key that would raise it most. */
  matchGap: stringOrNull(),
  /** The replay that sent it again last. */
  replayId: stringOrNull(),
  /** Was parked when its connection was connected again. Such deliveries are sent one at a time in order. */
  isBacklog: withDefault(boolean(), false),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}) {
  declare attempts?: NonAttribute<DeliveryAttempt[]>;
  declare submission?: NonAttribute<Submission>;
  declare connection?: NonAttribute<Connection | null>;
}
