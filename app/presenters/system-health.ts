import type { QueueName } from "#app/database/queries/admin.server.ts";
import type { BrokerShape } from "#app/models/broker-shape.server.ts";
import type { Connection } from "#app/models/connection.server.ts";
import type { JobRun } from "#app/models/job-run.server.ts";
import type { FailingLine, JobLine, QueueLine, ShapeLine } from "#app/schemas/admin-pages.ts";

const queueNames: Record<QueueName, string> = {
  deliveries: "Deliveries",
  mails: "Emails",
  pushSubscriptions: "Push messages",
  eventConsumptions: "Domain events",
  bulkJobs: "Decisions of many",
  listExports: "Exports",
  statements: "Statements",
  statementErasures: "People erased from statements",
  spendImports: "Files of ad spend",
  spendAccounts: "Ad accounts whose spend is read",
  brokerConnections: "APIs of brokers",
  telegramBots: "Telegram bots",
  telegramClaims: "Claims at Telegram doors",
  telegramEntries: "People at Telegram doors",
  telegramMessages: "Messages in Telegram",
  telegramDeskChats: "Members told in Telegram",
  brokerWorths: "Worth of clients",
  replays: "Events sent again",
  newsAnnouncements: "News announcements",
};

type Queue = { queue: QueueName; state: string; count: number; dueAt: Date | null };

export const presentQueue = ({ queue, state, count, dueAt }: Queue): QueueLine => ({
  name: queueNames[queue],
  state,
  count,
  dueAt: dueAt?.toISOString() ?? null,
});

/** Jobs of domain events are named as their consumers: `connection-notifications`. */
export const presentJobRun = ({ name, startedAt, durationMs, error, lastSuccessAt }: JobRun): JobLine => ({
  name: name.replaceAll("-", " "),
  startedAt: startedAt.toISOString(),
  durationMs,
  error,
  lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
});

/** A connection that fails, by what stands against it. */
export const presentFailing = (connection: Connection, platformName: string): FailingLine => ({
  id: connection.id,
  workspaceName: connection.workspace?.name ?? "",
  platformName,
  problem:
    connection.status === "invalid"
      ? "refused"
      : connection.pausedUntil && connection.pausedUntil > new Date()
        ? "paused"
        : `${connection.failureCount} ${connection.failureCount === 1 ? "event" : "events"} refused in a row`,
  lastAcceptedAt: connection.lastAcceptedAt?.toISOString() ?? null,
});

export const presentShape = ({ id, call, shape, createdAt }: BrokerShape, brokerName: string): ShapeLine => ({
  id,
  brokerName,
  call,
  shape,
  createdAt: createdAt.toISOString(),
});
