import { describe, expect, test } from "vitest";
import type { NamedLink, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Scope } from "#app/schemas/scopes.ts";
import {
  createForm,
  createKey,
  createNamedLink,
  createOwner,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { createLinkOwner, LINKS_PATH as path } from "../../support/links.ts";
import { openPage } from "../../support/open-page.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

async function setUp() {
  const { form, token, cookie, call, create } = await createLinkOwner(site);
  const list = async (query = "") => (await call("GET", path + query)).json.links;
  const open = (search: string) => openPage(`${site.app.url}/optin/${form.slug}${search}`);
  const confirm = (search: string) =>
    submitForm(form, { pageUrl: `${site.app.url}/optin/${form.slug}${search}` });
  const find = async (query: string) => {
    const { json } = await call("GET", `/api/optin/dashboard/submissions?${query}`);
    expect(json.pagination.total).toBe(json.submissions.length);
    return json.submissions.map(({ _id }: { _id: string }) => _id);
  };
  return { form, token, cookie, call, create, list, open, confirm, find };
}

const STORY = {
  label: "Story of 3 November",
  source: "instagram",
  medium: "social",
  campaign: "Autumn & co",
};

describe("named links", () => {
  test("named links are created, listed, renamed, archived and deleted", async () => {
    const { form, call, create, list } = await setUp();
    const story = await create({ ...STORY, name: " IG-Story-3 " });
    expect(story).toMatchObject({
      ...STORY,
      name: "ig-story-3",
      formId: form.id,
      isArchived: false,
      views: 0,
      claims: 0,
      verified: 0,
      truth: expect.objectContaining({ share: null }),
    });
    expect(story.url).toMatch(
      new RegExp(
        `/optin/${form.slug}\\?l=ig-story-3&utm_source=instagram&utm_medium=social&utm_campaign=Autumn\\+%26\\+co$`,
      ),
    );
    const bio = await create({ label: "Bio: José's" });
    expect(bio).toMatchObject({ name: "bio-jose-s", source: null });
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([bio.id, story.id]);
    expect(await list("?formId=none")).toEqual([]);

    const change = (json: object) => call("PATCH", `${path}/${story.id}`, json);
    expect((await change({ label: "Story", name: "other" })).json.link).toEqual({ ...story, label: "Story" });
    expect((await change({ isArchived: true })).json.link).toMatchObject({
      isArchived: true,
      label: "Story",
    });
    expect(await list()).toEqual([bio]);
    expect(await list("?isArchived=true")).toMatchObject([{ id: story.id }]);
    expect((await change({ isArchived: false })).json.link.isArchived).toBe(false);

    expect((await call("DELETE", `${path}/${story.id}`)).status).toBe(204);
    expect((await call("DELETE", `${path}/${story.id}`)).status).toBe(404);
    expect(await list()).toEqual([bio]);
  });

  test("another workspace's links are not there", async () => {
    const { call, list } = await setUp();
    const foreign = await createNamedLink(await createForm());
    const at = `${path}/${foreign.id}`;
    expect((await call("PATCH", at, { label: "Mine" })).status).toBe(404);
    expect((await call("DELETE", at)).status).toBe(404);
    expect((await call("POST", path, { label: "Mine", formId: foreign.formId })).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  test("an owner without a form is told so, and a key needs the scope of the settings", async () => {
    const owner = await createOwner();
    const { token } = await signInAs(owner);
    expect((await site.send(path, { token, json: { label: "Bio" } })).json).toMatchObject({
      code: "not_found",
    });
    const { key } = await createKey(owner, { scopes: ["settings:read"] });
    expect((await site.send(path, { token: key })).json).toEqual({ links: [] });
    expect((await site.send(path, { token: key, json: { label: "Bio" } })).json.code).toBe("scope_missing");
  });

  test("a key reads what came by a link only with the scope of the statistics", async () => {
    const { form, create } = await setUp();
    await create({ label: "Bio" });
    const read = async (...scopes: Scope[]) => {
      const { key } = await createKey(form.owner, { scopes });
      return (await site.send(path, { token: key })).json.links;
    };
    expect(await read("settings:read")).toMatchObject([
      { name: "bio", views: null, claims: null, verified: null, truth: null },
    ]);
    expect(await read("settings:read", "stats:read")).toMatchObject([{ views: 0, claims: 0, verified: 0 }]);
  });

  test.each([
    [{}, messages.links.labelMissing],
    [{ label: " " }, messages.links.labelMissing],
    [{ label: "a".repeat(101) }, messages.links.labelLong],
    [{ label: "\u0627\u0628" }, messages.links.nameMissing],
    [{ label: "a", name: "two words" }, messages.links.nameShape],
    [{ label: "a", name: "a--b" }, messages.links.nameShape],
    [{ label: "a", name: "a".repeat(33) }, messages.links.nameShape],
    [{ label: "a", source: "a".repeat(201) }, messages.links.tagLong],
    [{ label: "a", campaign: "{{campaign.name}}" }, messages.links.tagMacro],
  ])("a link of %j is refused with a sentence", async (json, sentence) => {
    const { call } = await setUp();
    expect(await call("POST", path, json)).toMatchObject({ status: 400, json: { error: sentence } });
  });
});

describe("what came by a link", () => {
  test("views, claims and truth are counted for the link of a page, whatever its case, and for no other", async () => {
    const { form, call, create, list, open, confirm, token } = await setUp();
    const story = await create({ ...STORY, name: "story" });
    await create({ label: "Bio" });
    for (const search of ["?L=Story&utm_source=instagram", "?l=unknown", "", "?l=story"]) await open(search);
    await eventually(async () => expect((await list())[0].views).toBe(2));

    const [verified, rejected] = [await confirm("?l=story"), await confirm("?utm_source=x&l=STORY")];
    const plain = await confirm("?l=unknown");
    expect(verified).toMatchObject({ link: "story", linkId: story.id });
    expect(plain).toMatchObject({ link: null, linkId: null, formId: form.id });
    await site.decide(token, verified.id, { status: "handled" });
    await site.decide(token, rejected.id, { status: "rejected" });
    await confirm("?l=story");
    expect((await list())[0]).toMatchObject({
      id: story.id,
      claims: 3,
      verified: 1,
      truth: { decided: 2, verified: 1, waiting: 1, share: 0.5 },
    });
    await expectTotalsToBeTrue();

    await call("DELETE", `${path}/${story.id}`);
    expect(await list("?isArchived=true")).toMatchObject([{ id: story.id, claims: 3 }]);
    await eventually(async () => expect((await confirm("?l=story")).link).toBeNull());
    await expectTotalsToBeTrue();
  });

  test("claims are found by their link and their ad, in the list, in a file and in /api", async () => {
    const { form, create, confirm, find, token } = await setUp();
    const { id } = await create({ label: "Story", name: "story" });
    const ad = "utm_medium=Paid&utm_content=Video+2&utm_term=Lookalike&campaign_id=11&adgroup_id=22&ad_id=33";
    const byLink = await confirm("?l=story");
    const byAd = await confirm(`?${ad}`);
    const byBoth = await confirm(`?l=story&${ad}`);
    const plain = await confirm("");
    const ids = (...claims: Submission[]) => claims.map((claim) => claim.id).reverse();
    expect(await find(`link=${id}`)).toEqual(ids(byLink, byBoth));
    expect(await find("link=Story")).toEqual(ids(byLink, byBoth));
    expect(await find("link=(none)")).toEqual(ids(byAd, plain));
    expect(await find("link=other")).toEqual([]);
    expect(await find(`link=${id}&adId=33`)).toEqual(ids(byBoth));
    for (const query of [
      "medium=paid",
      "content=video 2",
      "term=lookalike",
      "campaignId=11",
      "adSetId=22",
      "adId=33",
    ])
      expect([query, await find(query)]).toEqual([query, ids(byAd, byBoth)]);
    expect(await find("campaignId=(none)")).toEqual(ids(byLink, plain));
    expect(await find("campaignId=1")).toEqual([]);
    const refused = await site.send("/api/optin/dashboard/submissions?adId=%C3%A9&link=a%20b", { token });
    expect(refused.json.errors.map(({ field }: { field: string }) => field).sort()).toEqual(["adId", "link"]);

    expect((await site.read(token, byBoth.id)).json.attribution).toMatchObject({
      link: "story",
      campaignId: "11",
      adSetId: "22",
      adId: "33",
      medium: "Paid",
      content: "Video 2",
      term: "Lookalike",
    });
    const { text } = await site.send(`/api/optin/dashboard/submissions/export?link=${id}`, { token });
    expect(text).toMatch(/"Link","Campaign ID","Ad set ID","Ad ID"\r\n/);
    expect(text).toMatch(/"story","11","22","33"\r\n/);
    expect(text).not.toContain(plain.id);
    expect(form.id).toBe(byBoth.formId);
  });
});

test("a link is created, renamed and archived on its page, and an error stands at its field", async () => {
  const { cookie, create, confirm } = await setUp();
  const post = (at: string, form: Record<string, string>) =>
    site.send(at, { cookie, form, headers: { "sec-fetch-site": "same-origin" } });
  await create({ label: "Taken" });
  const refused = await post(paths.shareForm(), { intent: "create", label: "Mine", name: "taken" });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(messages.links.nameTaken);
  const wrong = await post(paths.shareForm(), { intent: "create", label: "x", channel: "radio" });
  expect(wrong).toMatchObject({ status: 400 });
  expect(wrong.text).toContain(messages.links.channelShape);

  const created = await post(paths.shareForm(), { intent: "create", label: "Video 7", channel: "youtube" });
  expect(readFlash(created)).toBe(messages.links.created);
  const at = created.headers.get("location") ?? "";
  const { text } = await site.send(at, { cookie });
  expect(text).toContain("?l=video-7&amp;utm_source=youtube&amp;utm_medium=social");
  for (const [intent, message] of [
    ["rename", messages.links.renamed],
    ["archive", messages.links.archived],
    ["restore", messages.links.restored],
    ["delete", messages.links.deleted],
  ] as const)
    expect(readFlash(await post(at, { intent, label: "Video 8" }))).toBe(message);
  expect((await site.send(at, { cookie })).status).toBe(404);

  const { id } = await create({ label: "Video 9" });
  const sent = { intent: "delete" };
  expect((await confirm("?l=video-9")).linkId).toBe(id);
  expect(readFlash(await post(paths.link({ linkId: id }), sent))).toBe(messages.links.kept);
});

test("who deletes a link comes back to its form, and to all forms where that is deleted", async () => {
  const { form, cookie } = await setUp();
  const second = await createForm({ owner: form.owner });
  const [one, other] = [await createNamedLink(second), await createNamedLink(second)];
  const remove = async ({ id }: NamedLink) => {
    const headers = { "sec-fetch-site": "same-origin" };
    const at = paths.link({ linkId: id });
    return (await site.send(at, { cookie, form: { intent: "delete" }, headers })).headers.get("location");
  };
  const parent = paths.shareForm({ formId: second.id });
  const open = async () => (await site.send(paths.link({ linkId: other.id }), { cookie })).text;
  expect(await open()).toContain(`href="${parent}"`);
  expect(await remove(one)).toBe(parent);
  await second.row.update({ deletedAt: new Date() });
  const text = await open();
  expect(text).toContain("The form of this link is deleted");
  expect(text).not.toContain(`href="${parent}"`);
  expect(await remove(other)).toBe(paths.forms());
});
