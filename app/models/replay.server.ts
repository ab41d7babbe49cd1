import {
  id,
  integer,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { ReplayPart, ReplayState } from "#app/lib/domain.ts";

/** Failed events of a range that are sent again. One runs in a workspace: `runningIn` is unique. */
export class Replay extends table("replays", {
  id: id(),
  workspaceId: string(),
  /** The workspace while it runs, null afterwards. */
  runningIn: stringOrNull(),
  state: string<ReplayState>(),
  dueAt: timestampOrNull(),
  leaseToken: stringOrNull(),
  attemptCount: integer(),
  adPlatform: stringOrNull(),
  fromTime: timestampOrNull(),
  beforeTime: timestampOrNull(),
  /** A JSON list, where the deliveries were chosen by hand. */
  deliveryIds: stringOrNull(),
  /** Whether it is of failed events alone, or of claims that were never sent alone. */
  only: stringOrNull<ReplayPart>(),
  /** How many there were to send at the start. */
  total: integer(),
  createdAt: timestamp(),
  finishedAt: timestampOrNull(),
}) {}
