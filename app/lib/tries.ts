import type { AttemptOutcome } from "./domain.ts";

type Attempt = { number: number; outcome: AttemptOutcome };

/**
 * Numbers the attempts of one delivery that sent the event. Null for those that asked for the result of what
 * was submitted before.
 */
export function countTries(attempts: readonly Attempt[]): Map<number, number | null> {
  const tries = new Map<number, number | null>();
  let sent = 0;
  let isSubmitted = false;
  for (const { number, outcome } of [...attempts].sort((a, b) => a.number - b.number)) {
    if (!isSubmitted) sent += 1;
    tries.set(number, isSubmitted ? null : sent);
    // Whoever asks in vain, for want of a connection, asks again.
    isSubmitted = outcome === "submitted" || (isSubmitted && outcome === "parked");
  }
  return tries;
}

/** "try 2", "the question for the result" */
export const nameTry = (tryNumber: number | null | undefined): string =>
  tryNumber ? `try ${tryNumber}` : "the question for the result";
