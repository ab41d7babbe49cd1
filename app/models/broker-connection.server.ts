import {
  id,
  integer,
  leaseColumns,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { BrokerState } from "#app/lib/broker-states.ts";

/** A broker whose API is asked. Unique is the broker; several workspaces may connect the same account. */
export class BrokerConnection extends table("brokerConnections", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  /** Which API: the id of its folder. */
  kind: string(),
  /** As JSON, sealed with the row's id as associated data. */
  credential: string(),
  /** What a login was given, sealed; null where the credential itself is sent. */
  session: stringOrNull(),
  /** `off` once the broker refuses the credential: nothing is asked until there is another one. */
  ...leaseColumns<"on" | "off">(),
  health: string<BrokerState>(),
  /** Why the last answer was not clear, for its owner; null if it was. */
  problem: stringOrNull(),
  /** Until when the broker is left alone, also by new claims. */
  restUntil: timestampOrNull(),
  /** Where its list goes on; null is the beginning. */
  place: stringOrNull(),
  nextListAt: timestampOrNull(),
  /** Of the list that is under way. */
  listStartedAt: timestampOrNull(),
  /** When the last complete list began. */
  listedFrom: timestampOrNull(),
  lastAnswerAt: timestampOrNull(),
  /** Questions about claims, and those with a clear answer. */
  askedCount: integer(),
  answeredCount: integer(),
  /** When a check with an account at the broker itself succeeded; no sandbox counts. */
  triedAt: timestampOrNull(),
  createdAt: timestamp(),
}) {}
