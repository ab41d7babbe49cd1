import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { FiguresMessage, FiguresQuestion } from "./process-figures.ts";

/** Called in the first process: lets the others ask it for the figures of all. */
export function answerForAll(): void {
  const registry = new AggregatorRegistry();
  cluster.on("message", (worker: Worker, message: Partial<FiguresQuestion> | null) => {
    if (message?.type !== "figures asked" || message.id === undefined) return;
    const { id } = message;
    const answer = (text: string | null) => {
      if (worker.isConnected()) worker.send({ type: "figures", id, text } satisfies FiguresMessage);
    };
    registry.clusterMetrics().then(answer, () => answer(null));
  });
}
