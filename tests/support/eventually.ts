/** Only against what never comes: how long it takes is the machine's own. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 15;

/** Asks again until `check` no longer throws, and gives what it gave; past the deadline it throws what `check` threw last. */
export async function eventually<T>(check: () => Promise<T> | T, deadlineMs = DEADLINE_MS): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
