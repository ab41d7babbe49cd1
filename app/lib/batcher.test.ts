import { describe, expect, test } from "vitest";
import { createBatcher } from "./batcher.ts";
import { Unavailable } from "./errors.ts";

type Item = { queue: string; id: string };

/** A batcher whose batches are recorded and end when they are told to. */
function record(getOutcome: (item: Item, batch: Item[]) => string | Error = ({ id }) => id) {
  const batches: string[][] = [];
  let isHeld = false;
  let release = () => {};
  const batcher = createBatcher<Item, string>({
    getKey: ({ queue }) => queue,
    getId: ({ id }) => id,
    max: 3,
    async run(items) {
      batches.push(items.map(({ id }) => id));
      if (isHeld)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      return items.map((item) => getOutcome(item, items));
    },
  });
  const add = (id: string, queue = "a") => batcher.add({ queue, id });
  return {
    batches,
    add,
    batcher,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      release();
    },
  };
}

const settle = (items: Promise<string>[]) =>
  Promise.all(items.map((item) => item.catch((error: Error) => error.message)));

describe("batcher", () => {
  test("a batcher runs the items of one turn of the event loop together, and each gets its own result", async () => {
    const { add, batches } = record();
    expect(await Promise.all([add("1"), add("2")])).toEqual(["1", "2"]);
    expect(batches).toEqual([["1", "2"]]);
  });

  test("a batcher lets items that arrive during a batch wait for the next one, at most three at a time", async () => {
    const { add, batches, hold, release } = record();
    hold();
    const first = add("1");
    await expect.poll(() => batches.length).toBe(1);
    const others = ["2", "3", "4", "5"].map((id) => add(id));
    release();
    await Promise.all([first, ...others]);
    expect(batches).toEqual([["1"], ["2", "3", "4"], ["5"]]);
  });

  test("a batcher does not let one queue wait for another", async () => {
    const { add, batches, hold, release } = record();
    hold();
    const first = add("1", "a");
    const other = add("2", "b");
    await expect.poll(() => batches).toEqual([["1"], ["2"]]);
    release();
    await other;
    release();
    await Promise.race([first, other]);
  });

  test("a batcher runs two items with one id one after the other", async () => {
    const { add, batches } = record();
    await Promise.all([add("1"), add("1"), add("2")]);
    expect(batches).toEqual([["1", "2"], ["1"]]);
  });

  test("a batcher runs each item alone if their batch fails", async () => {
    const { add, batches } = record(({ id }, { length }) => {
      if (length > 1 || id === "2") throw new Error(`not ${id}`);
      return id;
    });
    expect(await settle([add("1"), add("2"), add("3")])).toEqual(["1", "not 2", "3"]);
    expect(batches).toEqual([["1", "2", "3"], ["1"], ["2"], ["3"]]);
  });

  test("a batcher fails an item alone whose result is an error", async () => {
    const { add } = record(({ id }) => (id === "2" ? new Error("not 2") : id));
    expect(await settle([add("1"), add("2")])).toEqual(["1", "not 2"]);
  });

  test("a batcher fails all that wait while the database is unavailable, and runs later ones", async () => {
    let isAvailable = false;
    const { add, batches } = record(({ id }) => {
      if (!isAvailable) throw new Unavailable();
      return id;
    });
    const sentence = new Unavailable().message;
    expect(await settle(["1", "2", "3", "4"].map((id) => add(id)))).toEqual(Array(4).fill(sentence));
    expect(batches).toEqual([["1", "2", "3"]]);
    isAvailable = true;
    expect(await add("5")).toBe("5");
  });

  test("a batcher is settled once nothing waits", async () => {
    const { add, batcher } = record();
    let ended = 0;
    for (const id of ["1", "2", "3", "4"]) void add(id).then(() => ended++);
    await batcher.settled();
    expect(ended).toBe(4);
    await batcher.settled();
  });
});
