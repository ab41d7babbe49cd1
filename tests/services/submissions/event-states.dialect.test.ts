import { beforeEach, describe, expect, test } from "vitest";
import { EVENT_FILTERS, type EventFilter } from "#app/lib/event-state.ts";
import { Submission } from "#app/models/index.server.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { getFigures } from "#app/services/analytics/get-statistics.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { countViews } from "#app/services/submissions/count-submissions.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { findListed } from "#app/services/submissions/listed-submissions.server.ts";
import { toSubmissionWhere } from "#app/services/submissions/submission-filter.server.ts";
import { createForm, type Form } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { combineStates, insertClaims, ORDER, OTHERS, type States } from "../../support/event-states.ts";

const GROUPS: Record<string, readonly string[]> = {
  problem: ["failed", "expired", "parked"],
  unaccepted: ["failed", "expired", "parked", "retrying", "confirming", "sending", "queued"],
  attempted: ["failed", "retrying", "confirming", "sending", "sent"],
};

const findFirst = (states: States) => ORDER.find((state) => Object.values(states).includes(state)) ?? "none";
/** Only Google reports later, with a receipt. */
const isConfirmed = (states: States) => states.google === "sent";

function isFound(states: States, filter: EventFilter): boolean {
  const state = findFirst(states);
  if (filter === "confirmed") return state === "sent" && isConfirmed(states);
  return (GROUPS[filter] ?? [filter]).includes(state);
}

/** As section 4 of the contract has it. */
function toStatus(states: States): "sent" | "failed" | null {
  const { meta, ...others } = states;
  const deciding =
    meta && meta !== "skipped" ? [meta] : Object.values(others).filter((one) => one !== "skipped");
  if (deciding.length === 0) return null;
  return deciding.every((state) => state === "sent") ? "sent" : "failed";
}

const combinations = combineStates();
let ids: string[];
const idsWith = (matches: (states: States) => boolean) =>
  new Set(ids.filter((_, index) => matches(combinations[index] ?? {})));

let form: Form;
let workspaceId: string;
beforeEach(async () => {
  form = await createForm();
  workspaceId = form.owner.workspace.id;
  ids = await insertClaims(form, combinations);
});

async function found(query: Record<string, string>): Promise<Set<string>> {
  const where = await toSubmissionWhere(workspaceId, SubmissionsQuery.parse(query), {
    from: null,
    before: null,
    isWholeDays: true,
  });
  const rows = await Submission.findAll({ where, attributes: ["id"], raw: true });
  return new Set(rows.map(({ id }) => id));
}
const counted = async (query: Record<string, string>) => {
  const parsed = SubmissionsQuery.parse({ ...query, limit: "1" });
  return (await listSubmissions({ workspace: form.owner.workspace, query: parsed, isExact: true })).total;
};

describe("event state", () => {
  test("the event state of up to four deliveries is what filters, counts and statistics say", async () => {
    expect(combinations).toHaveLength(2_200);
    const listed = await findListed({ where: { workspaceId, status: "handled" }, order: [["id", "ASC"]] });
    const presented = listed.map((row) => presentSubmission(row, adPlatformName));
    const shown = new Map(
      presented.map(({ _id, eventState, eventStatus }) => [_id, [eventState, eventStatus]]),
    );
    expect(shown).toEqual(
      new Map(combinations.map((states, index) => [ids[index], [findFirst(states), toStatus(states)]])),
    );

    for (const event of EVENT_FILTERS) {
      const expected = idsWith((states) => isFound(states, event));
      expect([event, await found({ event })]).toEqual([event, expected]);
      expect([event, await counted({ event })]).toEqual([event, expected.size]);
    }
    expect(await found({ event: "accepted" })).toEqual(idsWith((states) => findFirst(states) === "sent"));
    for (const eventStatus of ["sent", "failed"] as const) {
      const expected = idsWith((states) => toStatus(states) === eventStatus);
      expect([eventStatus, await found({ eventStatus })]).toEqual([eventStatus, expected]);
      expect([eventStatus, await counted({ eventStatus })]).toEqual([eventStatus, expected.size]);
    }

    const problems = idsWith((states) => isFound(states, "problem")).size;
    const all = combinations.length + 1;
    expect(await countViews(workspaceId)).toEqual({ all, toCheck: 1, expiring: 0, problems });
    const day = new Date().toISOString().slice(0, 10);
    const days = { from: "2026-01-01", to: day > "2027" ? day : "2026-12-31" };
    while (await countMarkedDays());
    const { events, sent, failed, handled } = await getFigures({ workspace: form.owner.workspace, days });
    const countFound = (filter: EventFilter) => idsWith((states) => isFound(states, filter)).size;
    expect(events).toEqual(
      Object.fromEntries([...ORDER, "none" as const].map((state) => [state, countFound(state)])),
    );
    expect({ sent, failed, handled }).toEqual({
      sent: countFound("sent"),
      failed: countFound("unaccepted"),
      handled: combinations.length,
    });
    await expectTotalsToBeTrue();
  });

  test("the event state with an ad platform is that of the delivery there", async () => {
    for (const adPlatform of ["meta", ...OTHERS]) {
      const at = (states: States): States => (states[adPlatform] ? { [adPlatform]: states[adPlatform] } : {});
      for (const event of EVENT_FILTERS) {
        const expected = idsWith((states) => isFound(at(states), event));
        expect([adPlatform, event, await found({ adPlatform, event })]).toEqual([
          adPlatform,
          event,
          expected,
        ]);
        expect([event, await counted({ adPlatform, event })]).toEqual([event, expected.size]);
      }
      expect(await found({ adPlatform })).toEqual(idsWith((states) => states[adPlatform] !== undefined));
    }
  });
});
