import type { Connection } from "#app/models/connection.server.ts";
import type { JobRun } from "#app/models/job-run.server.ts";
import type { FailingLine, JobLine, QueueLine } from "#app/schemas/admin-pages.ts";

const queueNames: Record<string, string> = {
  deliveries: "Deliveries",
  mails: "Emails",
  pushSubscriptions: "Push messages",
  eventConsumptions: "Domain events",
  bulkJobs: "Decisions of many",
  listExports: "Exports",
  statements: "Statements",
  statementErasures: "People erased from statements",
  replays: "Events sent again",
  newsAnnouncements: "News announcements",
};

type Queue = { queue: string; state: string; count: number; dueAt: Date | null };

export const presentQueue = ({ queue, state, count, dueAt }: Queue): QueueLine => ({
  name: queueNames[queue] ?? queue,
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
