import { Op } from "sequelize";
import { emitChanges, onChange } from "#app/database/announcements.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { addQuestion } from "#app/database/poll.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
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

/** Events are found by their time, and may be committed some seconds later. */
const LOOK_BACK_MS = 15 * SECOND;
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
/** The workspaces whose changes are to be read. */
const changed = new Set<string>();
/** The events that were reported, and when. */
const reported = new Map<string, number>();
/** The latest event of each workspace that the poll has found. */
const latest = new Map<string, string>();

const reportSoon = createReader({
  read: report,
  failure: "changes could not be read; the next try follows",
});

onChange((topics) => {
  const found = topics.flatMap((topic) => (topic.startsWith(TOPIC) ? [topic.slice(TOPIC.length)] : []));
  const heard = found.filter((workspaceId) => listeners.has(workspaceId));
  for (const workspaceId of heard) changed.add(workspaceId);
  if (heard.length > 0) reportSoon();
});

addQuestion({
  select: () =>
    listeners.size === 0
      ? null
      : `SELECT MAX(id) AS id, workspaceId AS value FROM domainEvents
         WHERE id >= ${escapeValue(firstRecentId())}
           AND workspaceId IN (${[...listeners.keys()].map(escapeValue).join(", ")})
         GROUP BY workspaceId`,
  tell: ({ id, value }) => {
    if (latest.get(value) === id) return;
    latest.set(value, id);
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
    latest.delete(workspaceId);
  };
}

async function report(): Promise<void> {
  const asked = [...changed].filter((workspaceId) => listeners.has(workspaceId));
  changed.clear();
  if (asked.length === 0) return;
  const events = await findEvents(asked).catch((error: unknown) => {
    for (const workspaceId of asked) changed.add(workspaceId);
    throw error;
  });
  const fresh = events.filter(({ id }) => !reported.has(id));
  for (const { id } of fresh) reported.set(id, Date.now());
  for (const [id, at] of reported) if (at < Date.now() - 2 * LOOK_BACK_MS) reported.delete(id);
  for (const workspaceId of asked) {
    const ofWorkspace = fresh.filter((event) => event.workspaceId === workspaceId);
    const own = listeners.get(workspaceId);
    if (!own || ofWorkspace.length === 0) continue;
    const toCheck = await countToCheck(workspaceId);
    for (const { userId, tell, since } of own) {
      const heard = ofWorkspace.filter(({ createdAt }) => new Date(createdAt).getTime() >= since);
      if (heard.length > 0) tell({ ...sortOut(heard, userId), toCheck });
    }
  }
}

const findEvents = (workspaceId: string[]) =>
  DomainEvent.findAll({
    where: { id: { [Op.gte]: firstRecentId() }, workspaceId, type: TYPES },
    attributes: ["id", "workspaceId", "type", "payload", "createdAt"],
    raw: true,
  });

const firstRecentId = () => firstIdAt(new Date(Date.now() - LOOK_BACK_MS));

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
