import cluster, { type Worker } from "node:cluster";
import { randomUUID } from "node:crypto";
import { AggregatorRegistry } from "prom-client";

/** What a process asks the first one, and what it gets: the figures of all, null if one did not respond. */
type Question = { type: "figures asked"; id: string };
type Answer = { type: "figures"; id: string; text: string | null };

/** Longer than the first process waits for the others, shorter than Prometheus waits. */
const WAIT_MS = 6_000;

/** Called in the first process: lets the others ask it for the figures of all. */
export function answerForAll(): void {
  const registry = new AggregatorRegistry();
  cluster.on("message", (worker: Worker, message: Partial<Question> | null) => {
    if (message?.type !== "figures asked" || message.id === undefined) return;
    const { id } = message;
    const answer = (text: string | null) => {
      if (worker.isConnected()) worker.send({ type: "figures", id, text } satisfies Answer);
    };
    registry.clusterMetrics().then(answer, () => answer(null));
  });
}

/** @throws {Error} if a process did not respond in time, such as one that is starting */
export function readFromAll(): Promise<string> {
  const id = randomUUID();
  return new Promise((resolve, reject) => {
    const end = (text: string | null) => {
      clearTimeout(limit);
      process.off("message", hear);
      if (text === null) reject(new Error("A process did not respond."));
      else resolve(text);
    };
    const hear = (message: Partial<Answer> | null) => {
      if (message?.type === "figures" && message.id === id) end(message.text ?? null);
    };
    const limit = setTimeout(end, WAIT_MS, null);
    process.on("message", hear);
    process.send?.({ type: "figures asked", id } satisfies Question);
  });
}
