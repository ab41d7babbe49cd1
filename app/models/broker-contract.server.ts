import {
  boolean,
  id,
  integerOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
} from "#app/database/columns.server.ts";

/** What a broker pays for, from a month on. Unique is (platformId, startsOn). */
export class BrokerContract extends table("brokerContracts", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  /** The first of a month. */
  startsOn: string(),
  /** What was typed; without it the contract ends where the next one begins. */
  endsOn: stringOrNull(),
  timeZone: string(),
  currency: string(),
  /** As JSON; empty where nothing is known. */
  parts: string(),
  /** Whether it says what is paid. */
  isKnown: boolean(),
  paidOnDay: integerOrNull(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}) {}
