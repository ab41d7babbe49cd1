import { describe, expect, test } from "vitest";
import { FAULTS, FaultBook, faultNamedIn } from "./faults.ts";

describe("faultNamedIn", () => {
  test.each([
    ["sandbox-token-expired", { fault: "expired", isOnce: false }],
    ["sandbox-rate-limited-once", { fault: "rate-limited", isOnce: true }],
    ["EAAdemo-half-once-7", { fault: "half", isOnce: true }],
    ["sandbox-200-with-error", { fault: "200-with-error", isOnce: false }],
    ["sandbox-500", { fault: "500", isOnce: false }],
    ["sandbox-token", null],
    ["sandbox-hangsome", null],
    ["EAA5000", null],
  ])("faultNamedIn reads %s", (token, named) => expect(faultNamedIn(token)).toEqual(named));

  test.each(FAULTS)("faultNamedIn finds %s by its own name", (fault) => {
    expect(faultNamedIn(`sandbox-${fault}`)).toEqual({ fault, isOnce: false });
    expect(faultNamedIn(`sandbox-${fault}-once`)).toEqual({ fault, isOnce: true });
  });
});

describe("FaultBook", () => {
  const call = { token: "sandbox-token", assetId: "7", eventIds: ["a"] };

  test("FaultBook plays a once-fault once for each event id", () => {
    const book = new FaultBook();
    const once = { ...call, token: "sandbox-half-once" };
    expect([book.forEvents(once), book.forEvents(once)]).toEqual(["half", null]);
    expect(book.forEvents({ ...once, eventIds: ["b"] })).toBe("half");
    expect(book.forEvents({ ...once, eventIds: ["a", "b"] })).toBeNull();
    book.reset();
    expect(book.forEvents(once)).toBe("half");
  });

  test("FaultBook applies the fault set for a pixel or a token the given number of times", () => {
    const book = new FaultBook();
    book.set("asset", "7", { fault: "500", isOnce: false }, 2);
    book.set("token", "sandbox-token", { fault: "reset", isOnce: false }, null);
    expect([1, 2, 3, 4].map(() => book.forEvents(call))).toEqual(["500", "500", "reset", "reset"]);
    expect(book.forEvents({ ...call, token: "sandbox-other" })).toBeNull();
    book.set("token", "sandbox-token", null, null);
    expect(book.forEvents(call)).toBeNull();
  });

  test("FaultBook plays only the credential's faults to a read, and does not count the others", () => {
    const book = new FaultBook();
    book.set("asset", "7", { fault: "500", isOnce: false }, 1);
    expect(book.forRead(call)).toBeNull();
    expect(book.forEvents(call)).toBe("500");
    book.set("asset", "7", { fault: "expired", isOnce: false }, null);
    expect(book.forRead(call)).toBe("expired");
    book.clear();
    expect(book.forRead(call)).toBeNull();
  });
});
