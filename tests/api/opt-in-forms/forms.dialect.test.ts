import { describe, expect, test } from "vitest";
import { OptInForm } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { unique } from "../../factories/index.ts";
import { createFormsClient } from "../../support/forms-client.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const { withPlan, withForms } = createFormsClient(site);
const sentences = messages.formSettings;

describe("the plan", () => {
  test("of two forms that are created at once, the plan's last place is for one", async () => {
    const { create, list } = await withPlan("free");
    const answers = await Promise.all([create({ name: "One" }), create({ name: "Two" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await list()).toHaveLength(1);
  });
});

describe("the order and the default", () => {
  test("the next active form becomes the default once the default is archived or deleted", async () => {
    const { ids, change, remove, list, token } = await withForms("A", "B", "C");
    await change(ids[1], { isArchived: true });
    expect((await change(ids[0], { isArchived: true })).status).toBe(200);
    expect(await list()).toEqual(["(A)", "(B)", "C*"]);
    await change(ids[0], { isArchived: false });
    expect((await remove(ids[2])).status).toBe(204);
    expect(await list()).toEqual(["A*", "(B)"]);
    expect((await remove(ids[0])).status).toBe(204);
    expect(await list()).toEqual(["(B)"]);
    expect((await site.send("/api/optin-settings", { token })).json).toEqual({ settings: null });
    // With no active one left, the restored one is it.
    await change(ids[1], { isArchived: false });
    expect(await list()).toEqual(["B*"]);
  });

  test("two that are made the default at once leave one default", async () => {
    const { ids, change, list } = await withForms("A", "B", "C");
    await Promise.all([change(ids[1], { isDefault: true }), change(ids[2], { isDefault: true })]);
    expect((await list()).filter((name) => name.endsWith("*"))).toHaveLength(1);
  });
});

describe("addresses", () => {
  test("of two forms that want one address at the same moment, one gets it", async () => {
    const [mine, other] = [await withPlan(), await withPlan()];
    const slug = `casa-${unique()}`;
    const wanted = [mine.create({ slug }), other.create({ slug }), mine.create({ slug })];

    const answers = await Promise.all(wanted);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    for (const { json } of refused)
      expect([json.code, json.error]).toEqual(["slug_taken", sentences.slugTaken]);
    expect(await OptInForm.count({ where: { slug } })).toBe(1);
  });
});
