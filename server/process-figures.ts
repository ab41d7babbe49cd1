import { randomUUID } from "node:crypto";

/** What a process asks the first one, and what it gets: the figures of all, null if one did not respond. */
export type FiguresQuestion = { type: "figures asked"; id: string };
export type FiguresMessage = { type: "figures"; id: string; text: string | null };

/** Longer than the first process waits for the others, shorter than Prometheus waits. */
const WAIT_MS = 6_000;

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
    const hear = (message: Partial<FiguresMessage> | null) => {
      if (message?.type === "figures" && message.id === id) end(message.text ?? null);
    };
    const limit = setTimeout(end, WAIT_MS, null);
    process.on("message", hear);
    process.send?.({ type: "figures asked", id } satisfies FiguresQuestion);
  });
}
