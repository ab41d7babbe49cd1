import { describe, expect, test } from "vitest";
import { OptInForm } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, createPlatforms, type Owner, signInAs, unique } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/api/forms";
const sentences = messages.formSettings;

type Json = Record<string, unknown>;

/** An owner on a plan, with a broker. */
async function withPlan(subscriptionPlan = "pro") {
  const owner = await createOwner();
  await owner.workspace.update({ subscriptionPlan });
  const platforms = await createPlatforms(2, { owner });
  return { owner, platforms, ...(await signedIn(owner)) };
}

async function signedIn(owner: Owner) {
  const { token, cookie } = await signInAs(owner);
  const call = (method: string, of: string, json?: Json) =>
    site.send(`${path}${of}`, { method, token, ...(json && { json }) });
  return {
    ...{ token, cookie },
    create: (json: Json = {}) => call("POST", "", json),
    read: (id: string) => call("GET", `/${id}`),
    change: (id: string, json: Json) => call("PATCH", `/${id}`, json),
    remove: (id: string) => call("DELETE", `/${id}`),
    /** The names in their order: the default one with a star, archived ones in brackets. */
    list: async (): Promise<string[]> =>
      (await call("GET", "")).json.forms.map(
        ({ name, isDefault, isArchived }: { name: string; isDefault: boolean; isArchived: boolean }) =>
          isArchived ? `(${name})` : isDefault ? `${name}*` : name,
      ),
  };
}

/** Forms of these names, in this order; the first one is the default. */
async function withForms(...names: string[]) {
  const owned = await withPlan();
  const ids: string[] = [];
  for (const name of names) ids.push((await owned.create({ name })).json.form.id);
  return { ...owned, ids: ids as [string, string, string] };
}

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
