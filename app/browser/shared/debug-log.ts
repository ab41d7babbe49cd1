/** What can be followed in the browser's console while looking for a fault. */
export type DebugTopic = "access" | "device";

const DEBOUNCE_MS = 100;

const timers = new Map<DebugTopic, ReturnType<typeof setTimeout>>();

/** Writes a line if DEBUG_LOGS names its topic. Of lines in quick succession it writes the last. */
export function debugLog(topic: DebugTopic, detail: object): void {
  const topics = document.documentElement.dataset.debug?.split(" ") ?? [];
  if (!topics.includes(topic)) return;
  clearTimeout(timers.get(topic));
  timers.set(
    topic,
    setTimeout(() => console.debug(`[${topic}]`, detail), DEBOUNCE_MS),
  );
}
