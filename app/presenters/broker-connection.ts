import type { BrokerKind } from "#app/lib/broker-states.ts";
import type { BrokerConnection } from "#app/models/broker-connection.server.ts";
import type { BrokerConnectionResponse } from "#app/schemas/broker-connections.ts";

/** A connection without its credential. */
export const presentBrokerConnection = (connection: BrokerConnection): BrokerConnectionResponse => ({
  kind: connection.kind as BrokerKind,
  state: connection.health,
  problem: connection.problem,
  lastAnswerAt: connection.lastAnswerAt?.toISOString() ?? null,
  asked: connection.askedCount,
  answered: connection.answeredCount,
  next: connection.dueAt?.toISOString() ?? null,
  triedAt: connection.triedAt?.toISOString() ?? null,
});
