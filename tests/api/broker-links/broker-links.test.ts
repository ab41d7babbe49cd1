import { describe, expect, test } from "vitest";
import { findLoadFailure } from "#app/components/layout/load-failures.ts";
import { config } from "#app/env.server.ts";
import { BrokerLink, LinkHost, Mail, Session } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createBrokerLink } from "#app/services/broker-links/manage-links.server.ts";
import {
  createBrokerLinkOf,
  createForm,
  createKey,
  createMember,
  createOwner,
  findMember,
  signInAs,
  unique,
} from "../../factories/index.ts";
import { createBrokerLinkOwner, OFFER } from "../../support/broker-links.ts";
import { readCookie } from "../../support/cookies.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const sentences = messages.brokerLinks;

describe("the links of a broker", () => {
  test("are created, listed, changed, archived and restored", async () => {
    const { call, create, list, platformId } = await createBrokerLinkOwner(site);
    const first = await create({
      name: " Spain ",
      countries: { only: ["pt", "ES", "ES"] },
      reason: "Not here.",
    });
    expect(first).toMatchObject({
      ...OFFER,
      platformId,
      countries: { only: ["ES", "PT"] },
      reason: "Not here.",
      address: expect.stringMatching(/\/go\/[a-z0-9]{10}$/),
      host: { name: "one.exnesslink.com", state: "allowed" },
      clicks: 0,
      claims: 0,
      deposits: 0,
      isArchived: false,
    });
    const second = await create({ url: "https://partner.unknown-broker.com/r", parameter: "afp" });
    expect(second.host.state).toBe("asked");
    const changed = await call("PATCH", `/${first.id}`, { name: "Iberia", countries: null });
    expect(changed.json.link).toMatchObject({ name: "Iberia", countries: null, address: first.address });
    expect((await call("DELETE", `/${second.id}`)).status).toBe(204);
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
    expect((await call("PATCH", `/${second.id}`, { isArchived: false })).json.link.isArchived).toBe(false);
  });

  test.each<[field: string, more: object, message: string]>([
    ["url", { url: "http://one.exnesslink.com/a" }, sentences.urlShape],
    ["url", { url: "https://user:pass@one.exnesslink.com/a" }, sentences.urlShape],
    ["url", { url: "https://127.0.0.1/a" }, sentences.urlShape],
    ["url", { url: "javascript:alert(1)" }, sentences.urlShape],
    ["url", { url: `https://one.exnesslink.com/${"a".repeat(2_000)}` }, sentences.urlShape],
    ["parameter", { parameter: "sub id" }, sentences.parameterShape],
    ["countries.only.0", { countries: { only: ["XQ"] }, reason: "No" }, messages.fields.countryShape],
    ["reason", { countries: { except: ["US"] } }, sentences.reasonMissing],
    ["name", { name: " " }, sentences.nameMissing],
    ["name", { name: "x".repeat(101) }, sentences.nameLong],
    ["reason", { reason: "x".repeat(501) }, sentences.reasonLong],
    ["countries.only", { countries: { only: [] }, reason: "No" }, messages.fields.countriesMissing],
  ])("are refused with a sentence at %s", async (field, more, message) => {
    const { call } = await createBrokerLinkOwner(site);
    const { status, json } = await call("POST", "", { ...OFFER, ...more });
    expect([status, json.errors?.[0]]).toEqual([400, { field, message }]);
  });

  test("have the same host with a dot at its end: one that is stopped stays so", async () => {
    const { create } = await createBrokerLinkOwner(site);
    const { host } = await create({ url: "https://One.Exnesslink.com./a" });
    expect(host).toEqual({ name: "one.exnesslink.com", state: "allowed" });
  });

  test("never lead to this site itself", async () => {
    const { form, platformId } = await createBrokerLinkOwner(site);
    const { access } = await findMember(await signInAs(form.owner));
    const url = `https://${new URL(config.publicUrl).hostname}/go/x`;
    const input = { ...OFFER, url, countries: null, reason: null };
    await expect(createBrokerLink({ access, platformId, input })).rejects.toMatchObject({
      errors: [{ field: "url", message: sentences.urlOwn }],
    });
  });

  test("are at most 200 of a broker, without archived ones", async () => {
    const { form, call, create, platformId } = await createBrokerLinkOwner(site);
    const { id } = await createBrokerLinkOf(form);
    const place = { workspaceId: form.owner.workspace.id, platformId, createdAt: new Date() };
    const link = { ...OFFER, ...place, host: "one.exnesslink.com" };
    await BrokerLink.bulkCreate(Array.from({ length: 199 }, () => ({ ...link, code: unique() })));
    const refused = await call("POST", "", OFFER);
    expect([refused.status, refused.json.code, refused.json.error]).toEqual([
      409,
      "too_many_links",
      sentences.tooMany,
    ]);
    await call("DELETE", `/${id}`);
    await create();
    expect((await call("PATCH", `/${id}`, { isArchived: false })).json.code).toBe("too_many_links");
  });

  test("are changed by owners and managers, read by checkers and viewers, and by nobody else", async () => {
    const { form, call, create, path } = await createBrokerLinkOwner(site);
    const { id } = await create();
    const asRole = async (role: "manager" | "checker" | "viewer") =>
      (await signInAs(await createMember(form.owner, role))).token;
    for (const [role, read, write] of [
      ["manager", 200, 200],
      ["checker", 200, 403],
      ["viewer", 200, 403],
    ] as const) {
      const token = await asRole(role);
      expect([
        (await call("GET", "", undefined, token)).status,
        (await call("PATCH", `/${id}`, { name: role }, token)).status,
      ]).toEqual([read, write]);
    }
    const stranger = (await signInAs((await createForm()).owner)).token;
    expect((await call("GET", "", undefined, stranger)).status).toBe(404);
    const { key } = await createKey(form.owner, { scopes: ["brokers:write"] });
    expect((await call("GET", "", undefined, key)).status).toBe(200);
    const { key: other } = await createKey(form.owner, { scopes: ["platforms:write"] });
    expect((await call("GET", "", undefined, other)).status).toBe(403);
    expect((await site.send("/api/admin/link-hosts", { token: stranger })).status).toBe(404);
    expect((await site.send(path)).status).toBe(401);
  });

  test("lead elsewhere only with a fresh proof, and every owner is told", async () => {
    const { form, call, create, cookie } = await createBrokerLinkOwner(site);
    const { id } = await create();
    const url = "https://www.exness.com/other";
    await Session.update(
      { authenticatedAt: new Date(Date.now() - 3_600_000) },
      { where: { userId: form.owner.id } },
    );
    expect(await call("PATCH", `/${id}`, { url })).toMatchObject({
      status: 403,
      json: { code: "reauthentication_required" },
    });
    expect((await call("PATCH", `/${id}`, { url: OFFER.url, name: "Same" })).status).toBe(200);
    await Session.update({ authenticatedAt: new Date() }, { where: { userId: form.owner.id } });
    expect((await call("PATCH", `/${id}`, { url })).json.link.host.name).toBe("www.exness.com");
    const mails = await Mail.findAll({ where: { kind: "broker-link-changed" } });
    expect(mails.map(({ toAddress }) => toAddress)).toEqual([form.owner.email]);
    await eventually(async () =>
      expect((await site.send(paths.notifications(), { cookie })).text).toContain("leads to another address"),
    );
  });

  test("are seen and changed on the broker's tab without script, and another address asks for the password", async () => {
    const owner = await createOwner({ password: "a long one to type" });
    const form = await createForm({ owner });
    const platformId = form.platforms[0]?.id ?? "";
    let { cookie } = await signInAs(owner);
    const here = paths.platformLinks({ platformId });
    const post = (to: string, fields: Record<string, string>) =>
      site.send(to, { form: fields, cookie, headers: { "sec-fetch-site": "same-origin" } });
    const typed = {
      name: "Spain",
      url: OFFER.url,
      parameter: "",
      countryRule: "all",
      countries: "",
      reason: "",
    };
    const refused = await post(here, {
      intent: "create",
      ...typed,
      url: "https://partner.unknown-broker.com/",
    });
    expect([refused.status, readText(refused.text, "main")]).toEqual([
      400,
      expect.stringContaining(sentences.parameterShape),
    ]);
    const created = await post(here, { intent: "create", ...typed });
    expect(readFlash(created)).toBe(sentences.created);
    const link = created.headers.get("location") ?? "";
    const shown = await site.send(link, { cookie });
    expect(readText(shown.text, "main")).toContain(
      "https://one.exnesslink.com/a/casairia?x=1&sub_id=k3f9x0q2m7a1b4c8d5e6",
    );
    await Session.update(
      { authenticatedAt: new Date(Date.now() - 3_600_000) },
      { where: { userId: owner.id } },
    );
    const change = { intent: "save", ...typed, parameter: "afp", url: "https://www.exness.com/other" };
    const asked = await post(link, change);
    expect([asked.status, readText(asked.text, "main")]).toEqual([
      400,
      expect.stringContaining(messages.fields.passwordRequired),
    ]);
    const proven = await post(link, { ...change, password: "a long one to type" });
    expect([proven.status, readFlash(proven)]).toEqual([303, sentences.saved]);
    // The session goes on under a new cookie.
    cookie = readCookie(proven, "attesto_session");
    expect(await Mail.count({ where: { kind: "broker-link-changed" } })).toBe(1);
    const saved = await post(link, { ...change, name: "Iberia" });
    expect(readFlash(saved)).toBe(sentences.saved);
    for (const [intent, message] of [
      ["archive", sentences.archived],
      ["restore", sentences.restored],
    ] as const)
      expect(readFlash(await post(link, { intent }))).toBe(message);
  });
});

describe("the hosts of links", () => {
  test("are allowed and stopped on the administrators' page, and are no page for others", async () => {
    const { create, cookie: owners } = await createBrokerLinkOwner(site);
    await create({ url: "https://partner.unknown-broker.com/r", parameter: "afp" });
    const { cookie } = await signInAs(await createOwner({ role: "admin" }));
    const decide = (state: string, host = "partner.unknown-broker.com", as = cookie) =>
      site.send(paths.linkHosts(), {
        form: { intent: "state", host, state },
        cookie: as,
        headers: { "sec-fetch-site": "same-origin" },
      });
    for (const [state, message] of [
      ["allowed", sentences.hostAllowed],
      ["stopped", sentences.hostStopped],
      ["asked", sentences.hostAsked],
    ] as const)
      expect(readFlash(await decide(state))).toBe(message);
    const { text } = await site.send(paths.linkHosts(), { cookie });
    expect(readText(text, "main")).toMatch(/partner\.unknown-broker\.com\s*People are asked\s*1/);
    expect((await decide("allowed", "not a host")).text).toContain(sentences.hostShape);
    expect(readFlash(await decide("allowed", undefined, owners))).toBeNull();
    expect(await LinkHost.findOne({ raw: true })).toMatchObject({ state: "asked" });
    expect(findLoadFailure(paths.linkHosts())).toBe(messages.loading.linkHosts);
  });
});
