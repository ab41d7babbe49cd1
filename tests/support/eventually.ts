/** Only against what never comes: how long it takes is the machine's own. */
const DEADLINE_MS = 60_000;
/** Each pause is longer than the one before: the checks would take the processor from what they wait for. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;
const PAUSE_GROWTH = 1.3;

/** Asks again until `check` no longer throws, and gives what it gave; past the deadline it throws what `check` threw last. */
export async function eventually<T>(check: () => Promise<T> | T, deadlineMs = DEADLINE_MS): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
