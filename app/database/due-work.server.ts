import { EventEmitter } from "node:events";
import type { Model, ModelStatic, Transaction } from "sequelize";

type WorkModel = ModelStatic<Model>;
type Listener = (delayMs: number) => void;

// One listener for each job, of which two may share a model.
const events = new EventEmitter<Record<string, [delayMs: number]>>();
const announced = new WeakMap<Transaction, Map<string, number>>();

/**
 * Announces that rows of the model are due `delayMs` after the transaction: the job of this process that works
 * on them need not wait for its next poll. Other processes find the rows by polling.
 */
export function announceDue({ name }: WorkModel, transaction: Transaction, delayMs = 0): void {
  const delays = announced.get(transaction) ?? new Map<string, number>();
  announced.set(transaction, delays.set(name, Math.min(delayMs, delays.get(name) ?? delayMs)));
}

/** Tells the listeners what a transaction that has committed announced. */
export function emitDue(transaction: Transaction): void {
  for (const [name, delayMs] of announced.get(transaction) ?? []) events.emit(name, delayMs);
}

/** @returns a function that ends the subscription */
export function onDue({ name }: WorkModel, listener: Listener): () => void {
  events.on(name, listener);
  return () => events.off(name, listener);
}
