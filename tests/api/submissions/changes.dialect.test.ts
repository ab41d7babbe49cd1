import { beforeEach, describe, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { Delivery } from "#app/models/index.server.ts";
import { disconnectPlatform } from "#app/services/connections/disconnect-platform.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm, toAccess } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite({ RUN_WORKER: "no" });
const path = "/api/optin/dashboard/submissions";

let form: Form;
let token: string;
beforeEach(async () => {
  form = await createForm();
  ({ token } = await signInAs(form.owner));
});

type Answer = { ids: string[]; cursor: string; hasMore: boolean };

async function ask(query: Record<string, string>, list = path): Promise<Answer> {
  const { status, json } = await site.send(`${list}?${new URLSearchParams(query)}`, { token });
  expect([status, json.errors]).toEqual([200, undefined]);
  const rows: { _id?: string; id?: string }[] = json.submissions ?? json.deliveries;
  const { cursor, hasMore } = json.pagination;
  return { ids: rows.map(({ _id, id }) => _id ?? id ?? ""), cursor, hasMore };
}

const since = (msAgo: number) => ({ updatedSince: new Date(Date.now() - msAgo).toISOString() });

/** Moves changes to the past, in this order, a second apart. */
async function age(ids: string[], msAgo: number): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const at = escapeValue(new Date(Date.now() - msAgo + index * 1_000));
    // Sequelize alone sets this column of a submission.
    await sequelize.query(`UPDATE submissions SET updatedAt = ${at} WHERE id = '${id}'`);
    await sequelize.query(`UPDATE deliveries SET updatedAt = ${at} WHERE submissionId = '${id}'`);
  }
}

const submitSome = async (count: number) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push((await submitForm(form, { amount: "100", currency: "EUR" })).id);
  return ids;
};

describe("list of changes", () => {
  test("a list of changes gives each submission once, whatever changes while its pages are read", async () => {
    const [a = "", b = "", c = "", d = "", e = ""] = await submitSome(5);
    await submitForm(await createForm());
    await age([c, a, e, b, d], 10 * MINUTE);

    const first = await ask({ ...since(11 * MINUTE), limit: "2" });
    expect(first).toMatchObject({ ids: [c, a], hasMore: true });
    // One that was read and one that was not: both come at the place of their new change.
    await site.decide(token, c, { status: "rejected" });
    await site.decide(token, b, { status: "rejected" });
    const second = await ask({ cursor: first.cursor, limit: "2" });
    const third = await ask({ cursor: second.cursor, limit: "2" });

    expect([second.ids, third.ids, third.hasMore]).toEqual([[e, d], [c, b], false]);
    // What changed within the last minute is given again, the rest is not.
    expect((await ask({ cursor: third.cursor })).ids).toEqual([c, b]);
    expect((await ask({ cursor: first.cursor, status: "pending" })).ids).toEqual([e, d]);
  });

  test("a list of changes misses none that becomes visible after later ones", async () => {
    const [late = "", read = ""] = await submitSome(2);
    await age([late, read], 20 * MINUTE);
    const known = await ask(since(15 * MINUTE));
    expect(known.ids).toEqual([]);
    await age([read], 1_000);
    const seen = await ask({ cursor: known.cursor });
    expect(seen.ids).toEqual([read]);
    // As a transaction that took half a minute leaves it.
    await age([late], 30_000);
    expect((await ask({ cursor: seen.cursor })).ids).toEqual([late, read]);
  });

  test("a list of changes has a submission again once anything of it changes, its deliveries too", async () => {
    const connection = await connectMeta(form.owner);
    const [id = "", pending = ""] = await submitSome(2);
    const changes: Record<string, () => Promise<unknown>> = {
      decision: () => site.decide(token, id, { status: "handled" }),
      correction: () =>
        site.decide(token, id, { status: "handled", amount: "90", correctionReason: "As the broker shows" }),
      "parked delivery": async () => {
        await Delivery.update({ state: "retrying", dueAt: new Date() }, { where: { submissionId: id } });
        await disconnectPlatform({ access: toAccess(form.owner), connectionId: connection.id });
      },
      "resumed delivery": () => connectMeta(form.owner),
      erasure: () =>
        eraseClaim({ workspaceId: form.owner.workspace.id, submissionId: id, access: toAccess(form.owner) }),
    };
    for (const [name, change] of Object.entries(changes)) {
      await age([id, pending], 5 * MINUTE);
      const before = await ask(since(2 * MINUTE));
      expect([name, before.ids]).toEqual([name, []]);
      await change();
      expect([name, (await ask({ cursor: before.cursor })).ids]).toEqual([
        name,
        // Disconnecting and connecting also move the deadline of what is pending.
        name.endsWith("delivery") ? expect.arrayContaining([id]) : [id],
      ]);
      const { json } = await site.read(token, id);
      expect(Date.parse(json.updatedAt)).toBeGreaterThan(Date.now() - MINUTE);
    }
  });

  test("a list of changes of deliveries goes on after the last one, with the list's filters", async () => {
    await connectMeta(form.owner);
    const ids = await submitSome(3);
    for (const id of ids) await site.decide(token, id, { status: "handled" });
    await age(ids, 10 * MINUTE);
    const deliveries = await Delivery.findAll({ order: [["updatedAt", "ASC"]] });
    const list = "/api/deliveries";
    const first = await ask({ ...since(11 * MINUTE), limit: "2" }, list);
    expect(first).toMatchObject({ ids: deliveries.slice(0, 2).map(({ id }) => id), hasMore: true });
    const second = await ask({ cursor: first.cursor, limit: "2" }, list);
    expect(second).toMatchObject({ ids: [deliveries[2]?.id], hasMore: false });
    expect((await ask({ cursor: second.cursor }, list)).ids).toEqual([]);
    expect((await ask({ ...since(11 * MINUTE), state: "failed" }, list)).ids).toEqual([]);
  });

  test("a list of changes has no pages, and refuses a cursor that it did not give", async () => {
    for (const list of [path, "/api/deliveries"])
      for (const query of ["updatedSince=2026-11-01&page=2", "cursor=nonsense"]) {
        const { status, json } = await site.send(`${list}?${query}`, { token });
        expect([status, json.errors.length]).toEqual([400, 1]);
      }
  });
});
