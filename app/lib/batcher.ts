import { setImmediate as nextTurn } from "node:timers/promises";
import DataLoader from "dataloader";
import { runForAll, waitInTime } from "./deadline.server.ts";
import { Unavailable } from "./errors.ts";

type BatcherOptions<Item, Result> = {
  /** The queue of an item. Queues do not wait for each other. */
  getKey: (item: Item) => string;
  /** Items with the same id run one after the other, never in one batch. */
  getId?: (item: Item) => string;
  /** The most items of a batch. */
  max: number;
  /** How long a batch waits for more items; until the next turn of the event loop if missing. */
  gather?: (key: string) => Promise<unknown>;
  /** Returns a result or an error for each item. If it throws, each item runs alone. */
  run: (items: Item[]) => Promise<Outcome<Result>[]>;
};

type Outcome<Result> = Result | Error;

export type Batcher<Item, Result> = {
  /**
   * Runs an item together with all others of its queue that wait at that moment.
   * @throws {Unavailable} also if the database was unavailable while the item waited, or when the request's time
   * is over
   */
  add: (item: Item) => Promise<Result>;
  /** Resolves when nothing waits. */
  settled: () => Promise<void>;
};

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { getKey, getId, max, gather = () => nextTurn(), run } = options;
  const queues = new Map<string, { add: (item: Item) => Promise<Result>; ended: () => Promise<unknown> }>();

  function createQueue(key: string) {
    type Entry = { item: Item; number: number };
    let size = 0;
    let added = 0;
    /** Entries up to this number waited while the database was unavailable: they would wait and fail too. */
    let failedUntil = 0;
    let running: Promise<unknown> = Promise.resolve();
    let ended: Promise<unknown> = Promise.resolve();

    async function runTogether(entries: Entry[]): Promise<Outcome<Result>[]> {
      if (entries.every(({ number }) => number <= failedUntil)) return entries.map(() => new Unavailable());
      try {
        return await run(entries.map(({ item }) => item));
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        if (failure instanceof Unavailable) failedUntil = added;
        if (entries.length === 1 || failure instanceof Unavailable) return entries.map(() => failure);
        // One that goes wrong must not fail the others.
        const outcomes: Outcome<Result>[] = [];
        for (const entry of entries) outcomes.push(...(await runTogether([entry])));
        return outcomes;
      }
    }

    async function runInRounds(entries: readonly Entry[]): Promise<Outcome<Result>[]> {
      const outcomes = new Map<Entry, Outcome<Result>>();
      let left = [...entries];
      while (left.length > 0) {
        const ids = new Set<string>();
        const round = left.filter(({ item }) => {
          if (!getId) return true;
          const isRepeated = ids.has(getId(item));
          ids.add(getId(item));
          return !isRepeated;
        });
        const results = await runTogether(round);
        for (const [index, entry] of round.entries()) outcomes.set(entry, results[index] as Outcome<Result>);
        left = left.filter((entry) => !outcomes.has(entry));
      }
      return entries.map((entry) => outcomes.get(entry) as Outcome<Result>);
    }

    const loader = new DataLoader<Entry, Result>(
      (entries) => {
        const batch = runInRounds(entries);
        running = batch;
        return batch;
      },
      {
        cache: false,
        maxBatchSize: max,
        // A batch serves several requests, so none of their deadlines is its own.
        batchScheduleFn: (dispatch) =>
          void runForAll(async () => {
            ended = ended
              .then(() => gather(key))
              .then(() => {
                dispatch();
                return running;
              });
          }),
      },
    );

    return {
      ended: () => ended,
      async add(item: Item): Promise<Result> {
        size += 1;
        added += 1;
        try {
          return await loader.load({ item, number: added });
        } finally {
          size -= 1;
          if (size === 0) queues.delete(key);
        }
      },
    };
  }

  return {
    add(item) {
      const key = getKey(item);
      const queue = queues.get(key) ?? createQueue(key);
      queues.set(key, queue);
      return waitInTime(queue.add(item));
    },
    async settled() {
      while (queues.size > 0) await Promise.all([...queues.values()].map((queue) => queue.ended()));
    },
  };
}
