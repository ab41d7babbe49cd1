import { iso } from "#app/lib/dates.ts";
import type { Connection } from "#app/models/connection.server.ts";
import type { ConnectionResponse, IntegrationResponse, TestEventResponse } from "#app/schemas/connections.ts";

/** What the platform says of a connection. */
export type ConnectionFacts = {
  name: string;
  assetWord: string;
  isBeta: boolean;
  testMode: { code: string | null; endsAt: Date } | null;
};

/** A connection without its credential, which no response holds. */
export function presentConnection(
  connection: Connection,
  { name, assetWord, isBeta, testMode }: ConnectionFacts,
): ConnectionResponse {
  const { id, adPlatform, status, assetId, assetName, tokenEnding, lastError } = connection;
  return {
    id,
    provider: adPlatform,
    name,
    isBeta,
    status,
    asset: { id: assetId, name: assetName ?? assetId, type: assetWord },
    tokenEnding,
    testMode: testMode && { testEventCode: testMode.code, endsAt: testMode.endsAt.toISOString() },
    connectedAt: connection.connectedAt.toISOString(),
    lastCheckedAt: iso(connection.lastCheckedAt),
    lastAcceptedAt: iso(connection.lastAcceptedAt),
    lastError: lastError ?? null,
  };
}

/** The specification's integration: Meta's connection. */
export function presentIntegration(connection: Connection, facts: ConnectionFacts): IntegrationResponse {
  const { id, status, asset, tokenEnding, testMode, connectedAt, lastCheckedAt, lastError } =
    presentConnection(connection, facts);
  return {
    id,
    provider: "meta",
    status,
    assets: [asset],
    tokenEnding,
    testEventCode: testMode?.testEventCode ?? null,
    connectedAt,
    lastCheckedAt,
    lastError,
  };
}

type TestEventOutcome = {
  response: { httpStatus: number | null; durationMs: number; body: string } | null;
  result: Pick<TestEventResponse, "outcome" | "platformCode" | "message" | "remedy" | "traceId">;
  event: { body: Record<string, unknown> };
};

const RESPONSE_MAX = 16_384;

export function presentTestEvent({ response, result, event }: TestEventOutcome): TestEventResponse {
  const { outcome, platformCode, message, remedy, traceId } = result;
  return {
    outcome,
    httpStatus: response?.httpStatus ?? null,
    durationMs: response?.durationMs ?? null,
    platformCode,
    message,
    remedy,
    traceId,
    request: event.body,
    response: response?.body.slice(0, RESPONSE_MAX) || null,
  };
}

type CheckSummary = {
  checks: { name: string; state: "ok" | "fault" | "todo"; detail: string; remedy: string | null }[];
  outcomes: { id: string; at: Date; outcome: string; message: string | null; remedy: string | null }[];
  isResumed: boolean;
};

export const presentConnectionCheck = ({ checks, outcomes, isResumed }: CheckSummary, now = new Date()) => ({
  at: now.toISOString(),
  checks,
  outcomes: outcomes.map(({ id, at, outcome, message, remedy }) => ({
    id,
    outcome,
    message,
    remedy,
    at: at.toISOString(),
  })),
  isResumed,
});
