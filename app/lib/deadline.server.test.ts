import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  assertTimeLeft,
  type Deadline,
  getTimeLeft,
  getWaitLeft,
  receive,
  runForAll,
  runUntil,
  waitInTime,
} from "./deadline.server.ts";
import { Unavailable } from "./errors.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const newDeadline = (ms = 8_000): Deadline => ({ at: performance.now() + ms, pausedAt: null });
const never = () => new Promise<never>(() => undefined);
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Lets the time pass and gives what came of the work. */
async function settle<T>(work: Promise<T>, ms: number): Promise<T | Error> {
  const settled = work.catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(ms);
  return settled;
}

describe("deadline of a request", () => {
  test("a request that waits for something silent is refused at its deadline, give or take a moment", async () => {
    expect(await settle(runUntil(newDeadline(), never), 8_250)).toBeInstanceOf(Unavailable);
  });

  test("a request's work begins nothing after the deadline, and what goes on behind a response is free", async () => {
    const found: unknown[] = [];
    const late = async () => {
      await sleep(9_000);
      found.push(
        await Promise.resolve()
          .then(() => assertTimeLeft())
          .catch((error: Error) => error.name),
      );
      found.push(await runForAll(async () => getTimeLeft()));
    };
    await settle(runUntil(newDeadline(), late), 9_000);
    await settle(
      runUntil(newDeadline(), async () => {
        sleep(9_000).then(() => found.push(getTimeLeft()));
      }),
      9_000,
    );
    expect(found).toEqual(["Unavailable", Infinity, Infinity]);
  });

  test("a request's last moments are too short for what needs more", async () => {
    const last = async () => {
      await sleep(7_600);
      assertTimeLeft();
      assertTimeLeft(500);
    };
    expect(await settle(runUntil(newDeadline(), last), 7_600)).toBeInstanceOf(Unavailable);
  });

  test("a request that waits for others is refused a second earlier, while it can still say so", async () => {
    const work = async () => {
      const refused = await waitInTime(never()).catch((error: Error) => error.name);
      return [refused, getTimeLeft(), getWaitLeft()];
    };
    expect(await settle(runUntil(newDeadline(), work), 7_000)).toEqual(["Unavailable", 1_000, 0]);
  });

  test("a client that takes long to send its body loses none of the request's time", async () => {
    const deadline = newDeadline();
    const work = async () => {
      await sleep(3_000);
      await receive(() => sleep(20_000));
      return getTimeLeft();
    };
    expect(await settle(runUntil(deadline, work), 23_000)).toBe(5_000);
  });

  test("work outside a request has no deadline", () => {
    expect([getTimeLeft(), getWaitLeft()]).toEqual([Infinity, Infinity]);
    expect(assertTimeLeft).not.toThrow();
  });
});
