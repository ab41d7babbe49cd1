import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import routes from "#app/routes.ts";
import { createForm, createOwner, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { fillOnce } from "../../setup/empty-database.ts";
import { loadApiModules } from "../../support/operations.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

/** Both can't be compared with an ASCII column of MySQL. */
const IDS = ["😀", "ｆｕ"];
const [emoji = "", wide = ""] = IDS;

let form: Form;
let token: string;
let admin: { token: string; cookie: string };
let cookie: string;
fillOnce(async () => {
  form = await createForm();
  await submitForm(form);
  ({ token, cookie } = await signInAs(form.owner));
  admin = await signInAs(await createOwner({ role: "superadmin" }));
});

/** Telegram's own call says the same of an unknown bot as of a wrong secret. */
const isTelegrams = (path: string) => path === "/api/telegram/updates/{id}";

const operations = async () => (await loadApiModules()).flatMap(({ loader }) => loader?.operations ?? []);
const tokenFor = (path: string) => (path.startsWith("/api/admin/") ? admin.token : token);
const fieldsOf = (schema: unknown): string[] => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

/** The address of each page, with its parameters. */
function toPages(entries: RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, children }) => {
    const here = path ? `${parent}/${path}` : parent;
    return children ? toPages(children, here) : [here];
  });
}

describe("an id that cannot be one", () => {
  test("in the path of a call is a 404, whatever the call would do", async () => {
    const found = (await operations()).filter(({ path }) => /\{(id|\w+Id)\}/.test(path));
    expect(found.length).toBeGreaterThan(30);
    for (const { method, path } of found)
      for (const id of IDS) {
        const at = path.replace(/\{(id|\w+Id)\}/g, encodeURIComponent(id));
        const { status, json } = await site.send(at, { method, token: tokenFor(path) });
        const refusal = isTelegrams(path) ? [401, "invalid_token"] : [404, "not_found"];
        expect([method, path, id, status, json.code]).toEqual([method, path, id, ...refusal]);
      }
  });

  test("in a query or a body of a call is never our fault", async () => {
    for (const operation of await operations()) {
      const { method, path, query, body, example } = operation;
      if (path.includes("{")) continue;
      const asked = { method, token: tokenFor(path) };
      for (const name of fieldsOf(query)) {
        const { status } = await site.send(`${path}?${name}=${encodeURIComponent(wide)}`, asked);
        expect([method, path, name, status < 500 && status !== 401]).toEqual([method, path, name, true]);
      }
      for (const name of fieldsOf(body).filter((field) => /ids?$/i.test(field))) {
        const value = /s$/.test(name) ? [emoji] : emoji;
        const { status } = await site.send(path, {
          ...asked,
          json: { ...(example as object), [name]: value },
        });
        expect([method, path, name, status < 500]).toEqual([method, path, name, true]);
      }
    }
  });

  test("in the path of a page is a 404", async () => {
    const found = toPages(await routes).filter(
      (path) => /:(id|\w+Id)\b/.test(path) && !path.startsWith("/api/"),
    );
    expect(found.length).toBeGreaterThan(15);
    for (const path of found) {
      const at = path.replace(/:(id|\w+Id)\b/g, encodeURIComponent(emoji)).replace(":format", "png");
      const who = path.startsWith("/admin/") ? admin.cookie : cookie;
      const { status } = await site.send(at, { cookie: who });
      expect([path, [404, 405].includes(status)]).toEqual([path, true]);
    }
  });

  test.each([
    ["/dashboard/submissions", "platform", "Broker"],
    ["/dashboard/submissions", "form", "Form"],
    ["/dashboard/submissions", "adCampaign", "Campaign with spend"],
    ["/dashboard/submissions", "decidedBy", "Decided by"],
    ["/dashboard/submissions", "open", "Open claim"],
    ["/dashboard/submissions", "link", "Link"],
    ["/dashboard/deliveries", "platform", "To"],
    ["/dashboard/spend/rows", "campaign", "Campaign"],
    ["/dashboard/spend/rows", "import", "File"],
    ["/dashboard/analytics", "form", "Form"],
    ["/dashboard/person", "job", "Job"],
  ])("in a filter of %s, as %s, shows the page, which names it", async (path, name, label) => {
    const { status, text } = await site.send(`${path}?${name}=${encodeURIComponent(wide)}`, { cookie });
    expect(status).toBe(200);
    expect(text).toMatch(new RegExp(`not valid and are ignored: (<!-- -->)?[^<]*${label}`));
  });

  test("in a filter of a list matches nothing", async () => {
    for (const name of ["platform", "form", "adCampaign", "decidedBy"]) {
      const at = `/api/optin/dashboard/submissions?${name}=${encodeURIComponent(wide)}`;
      expect((await site.send(at, { token })).json.pagination.total).toBe(0);
    }
  });

  test.each([
    ["a decision of many", { path: "bulk", json: { ids: [wide], status: "handled" } }, "ids.0"],
    [
      "a decision of all that a filter matches",
      { path: "bulk", json: { filter: { platform: wide }, status: "handled" } },
      "filter.platform",
    ],
    ["an export", { path: `export?form=${encodeURIComponent(wide)}` }, "form"],
  ])("in %s is a 400 at its parameter", async (_, { path, ...options }, field) => {
    const { status, json } = await site.send(`/api/optin/dashboard/submissions/${path}`, {
      token,
      ...options,
    });
    expect([status, json.errors]).toEqual([400, [{ field, message: "Please check this id" }]]);
  });

  test("in a replay or a deletion is a 400 at its parameter", async () => {
    const replay = (json: object) =>
      site.send("/api/deliveries/replay", { token, json: { dryRun: true, ...json } });
    expect((await replay({ ids: [emoji] })).json.errors).toMatchObject([{ field: "ids.0" }]);
    expect((await replay({ platform: emoji })).json.errors).toMatchObject([{ field: "platform" }]);
    const at = `/api/admin/users/${form.owner.id}?newOwnerId=${encodeURIComponent(wide)}`;
    const { status, json } = await site.send(at, { method: "DELETE", token: admin.token });
    expect([status, json.errors]).toMatchObject([400, [{ field: "newOwnerId" }]]);
  });

  test("in the address of the list decides and exports nothing by the page", async () => {
    const at = `?status=pending&platform=${encodeURIComponent(wide)}`;
    const headers = { "sec-fetch-site": "same-origin" };
    const decided = await site.send(`/dashboard/submissions${at}`, {
      cookie,
      headers,
      form: { intent: "bulk", allMatching: "on", status: "handled" },
    });
    expect(decided.status).toBe(400);
    const { json } = await site.send("/api/optin/dashboard/submissions?status=pending", { token });
    expect(json.pagination.total).toBe(1);
    const exported = await site.send(`/dashboard/submissions/export${at}`, {
      cookie,
      headers,
      form: { intent: "export", format: "csv" },
    });
    expect([exported.status, exported.headers.get("content-disposition")]).toEqual([303, null]);
  });
});
