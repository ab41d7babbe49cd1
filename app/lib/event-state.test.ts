import { describe, expect, test } from "vitest";
import {
  DELIVERY_PROGRESS,
  type DeliveryProgress,
  EVENT_FILTERS,
  EVENT_STATES,
  eventStatusAt,
  isCountedIn,
  listCountedStates,
  listStates,
  sortByUrgency,
  toCounted,
  toEventState,
  toEventStatus,
  toProgress,
} from "./event-state.ts";

const at = (adPlatform: string, state: DeliveryProgress) => ({ adPlatform, state });

describe("event state", () => {
  test.each<[states: DeliveryProgress[], expected: string]>([
    [["sent", "failed"], "failed"],
    [["expired", "failed"], "failed"],
    [["parked", "expired"], "expired"],
    [["retrying", "parked"], "parked"],
    [["confirming", "retrying"], "retrying"],
    [["sending", "confirming"], "confirming"],
    [["queued", "sending"], "sending"],
    [["sent", "queued"], "queued"],
    [["skipped", "sent"], "sent"],
    [["skipped"], "skipped"],
    [[], "none"],
  ])("the event state of %j is %s", (states, expected) => {
    const deliveries = states.map((state) => ({ state }));
    expect(toEventState(deliveries)).toBe(expected);
    expect(sortByUrgency(deliveries)[0]?.state ?? "none").toBe(expected);
  });
});

describe("delivery", () => {
  const soon = new Date(Date.now() + 60_000);

  test.each<[state: Parameters<typeof toProgress>[0]["state"], expected: string]>([
    ["queued", "sending"],
    ["retrying", "sending"],
    ["confirming", "confirming"],
    ["sent", "sent"],
  ])("a delivery that is %s is %s under a lease", (state, expected) => {
    expect(toProgress({ state, leaseToken: "token", dueAt: soon })).toBe(expected);
    expect(toProgress({ state, leaseToken: "token", dueAt: new Date(0) })).toBe(state);
    expect(toProgress({ state, leaseToken: null, dueAt: soon })).toBe(state);
  });
});

describe("filter", () => {
  test("a filter names one state, or several", () => {
    expect(listStates("parked")).toEqual(["parked"]);
    expect(listStates("problem")).toEqual(["failed", "expired", "parked"]);
    expect(listStates("unaccepted")).toEqual(EVENT_STATES.slice(0, 7));
  });

  test("a filter is counted where it has all states under way or none of them", () => {
    expect(listCountedStates("failed")).toEqual(["failed"]);
    expect(listCountedStates("unaccepted")).toEqual(["failed", "expired", "open"]);
    for (const filter of ["problem", "parked", "sending", "attempted", "confirmed"] as const)
      expect(listCountedStates(filter)).toBeNull();
    expect(isCountedIn("sent", "sent")).toBe(true);
    expect(isCountedIn("sent", "open")).toBe(false);
    expect(isCountedIn("none", "")).toBe(false);
  });

  test("a filter of a state finds exactly what is counted in it, if that is counted alone", () => {
    for (const filter of EVENT_FILTERS)
      for (const state of EVENT_STATES)
        if (listCountedStates(filter))
          expect(isCountedIn(filter, toCounted(state))).toBe(listStates(filter).includes(state));
  });
});

describe("event status", () => {
  const others = DELIVERY_PROGRESS.filter((state) => state !== "sent" && state !== "skipped");

  test("the event status is about the primary ad platform", () => {
    expect(toEventStatus([], "meta")).toBeNull();
    expect(toEventStatus([at("meta", "sent"), at("tiktok", "failed")], "meta")).toBe("sent");
    for (const state of others)
      expect(toEventStatus([at("meta", state), at("tiktok", "sent")], "meta")).toBe("failed");
  });

  test("the event status without a delivery there is sent once all others have accepted", () => {
    expect(toEventStatus([at("tiktok", "sent"), at("google", "sent")], "meta")).toBe("sent");
    for (const state of others)
      expect(toEventStatus([at("tiktok", "sent"), at("google", state)], "meta")).toBe("failed");
    expect(eventStatusAt("meta", [at("tiktok", "sent")])).toBeNull();
  });

  test("the event status takes a skipped delivery for none", () => {
    expect(toEventStatus([at("meta", "skipped")], "meta")).toBeNull();
    expect(toEventStatus([at("meta", "skipped"), at("tiktok", "sent")], "meta")).toBe("sent");
  });
});
