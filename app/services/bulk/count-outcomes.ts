import type { CountedEventState } from "#app/lib/event-state.ts";

type EventStateCount = { eventState: CountedEventState | null; count: number };

/** How far the events of a decision are: a claim without an event is not among them. */
export function countOutcomes(counts: EventStateCount[]) {
  const sumCounts = (state: CountedEventState) =>
    counts.reduce((sum, { eventState, count }) => (eventState === state ? sum + count : sum), 0);
  return {
    sent: sumCounts("sent"),
    queued: sumCounts("open"),
    failed: sumCounts("failed"),
    expired: sumCounts("expired"),
  };
}
