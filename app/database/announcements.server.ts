import { EventEmitter } from "node:events";
import type { Model, ModelStatic, Transaction } from "sequelize";

type WorkModel = ModelStatic<Model>;

/** What processes keep in memory of rows that others change, and what the pages that are open show. */
export type Topic =
  /** The exchange rates of the bank. */
  | "rates"
  /** What a live form is made of. */
  | "forms"
  /** Where broker links lead, and the hosts that they may lead to. */
  | "links"
  /** Addresses that brokers call back. */
  | "postbacks"
  /** Sessions, accounts, roles and support accesses. */
  | "access"
  /** Notifications, and whether they are read. */
  | "unread"
  /** The claims of the workspace after the colon. */
  | `claims:${string}`;

type Announcements = { due: Map<string, number>; topics: Set<Topic> };

const announced = new WeakMap<Transaction, Announcements>();
// One listener for each job, of which several may share a table, and one for each topic.
const dueWork = new EventEmitter<Record<string, [delayMs: number]>>().setMaxListeners(0);
const changes = new EventEmitter<{ change: [topics: Topic[]]; commit: [topics: Topic[]] }>().setMaxListeners(
  0,
);

function announcementsOf(transaction: Transaction): Announcements {
  const known = announced.get(transaction) ?? { due: new Map(), topics: new Set() };
  announced.set(transaction, known);
  return known;
}

/**
 * Announces that rows of the model's table are due `delayMs` after the transaction: the job of this process that works
 * on them need not wait for its next poll. Other processes find the rows by polling.
 */
export function announceDue({ tableName }: WorkModel, transaction: Transaction, delayMs = 0): void {
  const { due } = announcementsOf(transaction);
  due.set(tableName, Math.min(delayMs, due.get(tableName) ?? delayMs));
}

/**
 * Announces a change of the transaction to this process, and to the others where Redis carries messages.
 * @returns false if the transaction has announced it already
 */
export function announceChange(topic: Topic, transaction: Transaction): boolean {
  const { topics } = announcementsOf(transaction);
  if (topics.has(topic)) return false;
  topics.add(topic);
  return true;
}

/** Tells the listeners what a transaction that has committed announced. */
export function emitAnnounced(transaction: Transaction): void {
  const { due, topics } = announced.get(transaction) ?? {};
  for (const [table, delayMs] of due ?? []) dueWork.emit(table, delayMs);
  if (!topics || topics.size === 0) return;
  changes.emit("change", [...topics]);
  changes.emit("commit", [...topics]);
}

/** Tells the listeners of this process what another one has committed. */
export function emitChanges(topics: Topic[]): void {
  changes.emit("change", topics);
}

/** @returns a function that ends the subscription */
export function onDue({ tableName }: WorkModel, listener: (delayMs: number) => void): () => void {
  dueWork.on(tableName, listener);
  return () => dueWork.off(tableName, listener);
}

/** Calls back once a process has committed changes of these topics; this may be told more than once. */
export function onChange(listener: (topics: Topic[]) => void): () => void {
  changes.on("change", listener);
  return () => changes.off("change", listener);
}

/** Calls back once this process has committed changes. */
export function onCommit(listener: (topics: Topic[]) => void): () => void {
  changes.on("commit", listener);
  return () => changes.off("commit", listener);
}
