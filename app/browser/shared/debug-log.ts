/** What can be followed in the browser's console while looking for a fault. */
export type DebugTopic = "access" | "device";

const DEBOUNCE_MS = 100;

const timers = new Map<DebugTopic, ReturnType<typeof setTimeout>>();

/** Writes a line when DEBUG_LOGS names its topic, which it does not by default; of lines that follow each other closely, the last. */
export function debugLog(topic: DebugTopic, detail: object): void {
  const topics = document.documentElement.dataset.debug?.split(" ") ?? [];
  if (!topics.includes(topic)) return;
  clearTimeout(timers.get(topic));
  timers.set(
    topic,
    setTimeout(() => console.debug(`[${topic}]`, detail), DEBOUNCE_MS),
  );
}
