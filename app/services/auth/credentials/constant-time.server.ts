/** More than the work behind it takes, mail and token included: that leaves with the queue. */
const ANSWERED_AFTER_MS = 250;

/** Gives what `work` gives, no sooner than a quarter of a second after it began: how long it takes then says nothing of whom it found. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work(),
    new Promise((resolve) => setTimeout(resolve, ANSWERED_AFTER_MS)),
  ]);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
