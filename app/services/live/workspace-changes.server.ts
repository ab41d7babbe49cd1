import { Op } from "sequelize";
import { emitChanges, onChange } from "#app/database/announcements.server.ts";
import { concat, escapeValue } from "#app/database/dialect.server.ts";
import { addQuestion, firstNewId } from "#app/database/poll.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { DomainEvent } from "#app/models/index.server.ts";
import type { EventByType } from "#app/services/domain-events/event-types.ts";
import { countToCheck } from "#app/services/submissions/count-submissions.server.ts";
import { createReader } from "./create-reader.server.ts";

/** What happened since the last message. */
type WorkspaceChange = {
  /** How many claims came in. */
  created: number;
  /** How many claims others decided. */
  decided: number;
  /** The tab of each decision of the listener; empty where it was made without a tab. */
  ownDecided: string[];
  /** How many events changed their state, and claims that were withdrawn or decided by the listener's job. */
  changed: number;
  /** How many claims are to be checked now. */
  toCheck: number;
};
/** Told of what happened since it began to listen. */
type Listener = { userId: string; tell: (change: WorkspaceChange) => void; since: number };

/** For how long an event that was reported is remembered. */
const REPORTED_MS = MINUTE;
const TOPIC = "claims:";
const TYPES = [
  "submission.created",
  "submission.decided",
  "submission.withdrawn",
  "delivery.sent",
  "delivery.failed",
  "delivery.expired",
];

const listeners = new Map<string, Set<Listener>>();
/** The workspaces whose changes are to be read, and from which id on. */
const changed = new Map<string, string>();
/** The events that were reported, and when. */
const reported = new Map<string, number>();
/** What the poll has found for each workspace: how many new events, and the latest. */
const found = new Map<string, string>();

const reportSoon = createReader({
  read: report,
  pauseMs: SECOND / 4,
  failure: "changes could not be read; the next try follows",
});

onChange((topics) => {
  const told = topics.flatMap((topic) => (topic.startsWith(TOPIC) ? [topic.slice(TOPIC.length)] : []));
  const heard = told.filter((workspaceId) => listeners.has(workspaceId));
  for (const workspaceId of heard) readFrom(workspaceId, firstNewId());
  if (heard.length > 0) reportSoon();
});

addQuestion({
  select: () =>
    listeners.size === 0
      ? null
      : `SELECT ${concat("COUNT(*)", "' '", "MAX(id)")} AS id, workspaceId AS value FROM domainEvents
         WHERE id >= ${escapeValue(firstNewId())}
           AND workspaceId IN (${[...listeners.keys()].map(escapeValue).join(", ")})
         GROUP BY workspaceId`,
  tell: ({ id, value }) => {
    // Not only the latest: one with an earlier id can be committed after it.
    if (found.get(value) === id) return;
    found.set(value, id);
    emitChanges([`${TOPIC}${value}`]);
  },
});

/**
 * Tells of a workspace's changes by all processes. One query serves all listeners of this process.
 * @returns a function that stops it
 */
export function listenToWorkspace({
  workspaceId,
  ...who
}: Pick<Listener, "userId" | "tell"> & { workspaceId: string }): () => void {
  const listener = { ...who, since: Date.now() };
  const own = listeners.get(workspaceId) ?? new Set();
  listeners.set(workspaceId, own.add(listener));
  return () => {
    own.delete(listener);
    if (own.size > 0 || listeners.get(workspaceId) !== own) return;
    listeners.delete(workspaceId);
    found.delete(workspaceId);
  };
}

function readFrom(workspaceId: string, id: string): void {
  const known = changed.get(workspaceId);
  if (known === undefined || id < known) changed.set(workspaceId, id);
}

async function report(): Promise<void> {
  const asked = [...changed].filter(([workspaceId]) => listeners.has(workspaceId));
  changed.clear();
  for (const [id, at] of reported) if (at < Date.now() - REPORTED_MS) reported.delete(id);
  for (const [workspaceId, from] of asked)
    await reportChanges(workspaceId, from).catch((error: unknown) => {
      readFrom(workspaceId, from);
      throw error;
    });
}

async function reportChanges(workspaceId: string, from: string): Promise<void> {
  const events = await DomainEvent.findAll({
    where: { id: { [Op.gte]: from }, workspaceId, type: TYPES },
    attributes: ["id", "type", "payload", "createdAt"],
    raw: true,
  });
  const fresh = events.filter(({ id }) => !reported.has(id));
  if (fresh.length === 0) return;
  const toCheck = await countToCheck(workspaceId);
  for (const { id } of fresh) reported.set(id, Date.now());
  for (const { userId, tell, since } of listeners.get(workspaceId) ?? []) {
    const heard = fresh.filter(({ createdAt }) => new Date(createdAt).getTime() >= since);
    if (heard.length > 0) tell({ ...sortOut(heard, userId), toCheck });
  }
}

function sortOut(events: Pick<DomainEvent, "type" | "payload">[], userId: string) {
  const decided = events
    .filter(({ type }) => type === "submission.decided")
    .map(({ payload }): EventByType<"submission.decided">["payload"] => JSON.parse(payload));
  const own = decided.filter(({ by }) => by === userId);
  const ownDecided = own.filter(({ isInJob }) => !isInJob).map(({ tab }) => tab ?? "");
  const created = events.filter(({ type }) => type === "submission.created").length;
  return {
    created,
    decided: decided.length - own.length,
    ownDecided,
    changed: events.length - created - decided.length + own.length - ownDecided.length,
  };
}
