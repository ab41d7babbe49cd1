import { Op } from "sequelize";
import { SECOND } from "#app/lib/dates.ts";
import { DomainEvent } from "#app/models/index.server.ts";
import type { EventByType } from "#app/services/domain-events/event-types.ts";
import { countToCheck } from "#app/services/submissions/count-submissions.server.ts";
import { createPoll } from "./create-poll.server.ts";

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
const TYPES = [
  "submission.created",
  "submission.decided",
  "submission.withdrawn",
  "delivery.sent",
  "delivery.failed",
  "delivery.expired",
];

const listeners = new Map<string, Set<Listener>>();
/** The events that were reported, and when. */
const reported = new Map<string, number>();
const poll = createPoll({
  isNeeded: () => listeners.size > 0,
  read: report,
  failure: "changes could not be read; the next try follows",
  onStop: () => reported.clear(),
});

/**
 * Reports a workspace's changes from all processes. One query serves all listeners of this process.
 * @returns a function that stops it
 */
export function listenToWorkspace({
  workspaceId,
  ...who
}: Pick<Listener, "userId" | "tell"> & { workspaceId: string }): () => void {
  const listener = { ...who, since: Date.now() };
  const own = listeners.get(workspaceId) ?? new Set();
  listeners.set(workspaceId, own.add(listener));
  poll.start();
  return () => {
    own.delete(listener);
    if (own.size === 0 && listeners.get(workspaceId) === own) listeners.delete(workspaceId);
  };
}

async function report(): Promise<void> {
  const events = await DomainEvent.findAll({
    where: {
      createdAt: { [Op.gte]: new Date(Date.now() - LOOK_BACK_MS) },
      workspaceId: { [Op.in]: [...listeners.keys()] },
      type: TYPES,
    },
    attributes: ["id", "workspaceId", "type", "payload", "createdAt"],
    raw: true,
  });
  const fresh = events.filter(({ id }) => !reported.has(id));
  for (const { id } of fresh) reported.set(id, Date.now());
  for (const [id, at] of reported) if (at < Date.now() - 2 * LOOK_BACK_MS) reported.delete(id);
  for (const [workspaceId, own] of listeners) {
    const ofWorkspace = fresh.filter((event) => event.workspaceId === workspaceId);
    if (ofWorkspace.length === 0) continue;
    const toCheck = await countToCheck(workspaceId);
    for (const { userId, tell, since } of own) {
      const heard = ofWorkspace.filter(({ createdAt }) => new Date(createdAt).getTime() >= since);
      if (heard.length > 0) tell({ ...sortOut(heard, userId), toCheck });
    }
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
