import { Op, type WhereOptions } from "sequelize";
import { emitChanges, onChange } from "#app/database/announcements.server.ts";
import { concat, escapeValue } from "#app/database/dialect.server.ts";
import { addQuestion, firstNewId } from "#app/database/poll.server.ts";
import { DAY, MINUTE, SECOND } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
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
  /** How many other changes there were, decisions by the listener's job included. */
  changed: number;
  /** How many claims are to be checked now. */
  toCheck: number;
  /** The latest event of these: who listens again asks for those after it. */
  upTo: string;
};
type Event = Pick<DomainEvent, "id" | "type" | "payload">;
type Listener = {
  userId: string;
  tell: (change: WorkspaceChange) => void;
  /** Told of events with later ids. */
  after: string;
  /** The events that it was told of, and when. */
  told: Map<string, number>;
};

/** For how long an event that was told is remembered. */
const TOLD_MS = MINUTE;
/** What a tab that was hidden for longer hears of. */
const MISSED_MS = DAY;
const MISSED_MAX = 1_000;
const TOPIC = "claims:";
/** What the pages of claims show: changes of claims and of their events. */
const ABOUT_CLAIMS = { [Op.or]: [{ [Op.startsWith]: "submission." }, { [Op.startsWith]: "delivery." }] };

const listeners = new Map<string, Set<Listener>>();
/** The workspaces whose changes are to be read, and from which id on. */
const changed = new Map<string, string>();
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
 * @param after the last event that is known, or an id of its time: what was missed since is told first
 * @returns a function that stops it
 */
export function listenToWorkspace({
  workspaceId,
  after,
  ...who
}: Pick<Listener, "userId" | "tell"> & { workspaceId: string; after: string | null }): () => void {
  const listener: Listener = { ...who, after: after ?? firstIdAt(new Date()), told: new Map() };
  const own = listeners.get(workspaceId) ?? new Set();
  listeners.set(workspaceId, own.add(listener));
  if (after !== null)
    tellMissed(workspaceId, listener).catch((err: unknown) =>
      log.warn({ err }, "the changes that a page has missed could not be read"),
    );
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
  for (const [workspaceId, from] of asked)
    await reportChanges(workspaceId, from).catch((error: unknown) => {
      readFrom(workspaceId, from);
      throw error;
    });
}

async function reportChanges(workspaceId: string, from: string): Promise<void> {
  const events = await findEvents({ workspaceId, id: { [Op.gte]: from } });
  await tellEach(workspaceId, [...(listeners.get(workspaceId) ?? [])], events);
}

/** A page knows what was there when it was read, which can be long before its tab listens again. */
async function tellMissed(workspaceId: string, listener: Listener): Promise<void> {
  const earliest = firstIdAt(new Date(Date.now() - MISSED_MS));
  const id = { [Op.gt]: listener.after, [Op.gte]: earliest };
  const events = await findEvents({ workspaceId, id }, MISSED_MAX);
  await tellEach(workspaceId, [listener], events);
}

const findEvents = (where: WhereOptions, limit?: number): Promise<Event[]> =>
  DomainEvent.findAll({
    where: { ...where, type: ABOUT_CLAIMS },
    attributes: ["id", "type", "payload"],
    order: [["id", "ASC"]],
    ...(limit ? { limit } : {}),
    raw: true,
  });

async function tellEach(workspaceId: string, asked: Listener[], events: Event[]): Promise<void> {
  const isNew =
    ({ after, told }: Listener) =>
    (event: Event) =>
      event.id > after && !told.has(event.id);
  if (!asked.some((listener) => events.some(isNew(listener)))) return;
  const toCheck = await countToCheck(workspaceId);
  const now = Date.now();
  for (const listener of asked) {
    // It may have stopped while this was read.
    if (!listeners.get(workspaceId)?.has(listener)) continue;
    const heard = events.filter(isNew(listener));
    for (const [id, at] of listener.told) if (at < now - TOLD_MS) listener.told.delete(id);
    for (const { id } of heard) listener.told.set(id, now);
    const upTo = heard.at(-1)?.id;
    if (upTo !== undefined) listener.tell({ ...sortOut(heard, listener.userId), toCheck, upTo });
  }
}

function sortOut(events: Event[], userId: string) {
  const decided = events
    .filter(({ type }) => type === "submission.decided" || type === "submission.reopened")
    .map(({ payload }): EventByType<"submission.decided" | "submission.reopened">["payload"] =>
      JSON.parse(payload),
    );
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
