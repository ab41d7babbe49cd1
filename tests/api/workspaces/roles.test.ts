import { describe, expect, test } from "vitest";
import { type MemberRole, WORKSPACE_ROLES } from "#app/lib/domain.ts";
import type { SpendImport, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { setOwnRate } from "#app/services/own-rates/manage-own-rates.server.ts";
import {
  createForm,
  createKey,
  createMember,
  createNamedLink,
  createPlatforms,
  createSpendFile,
  type Form,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { fillOnce } from "../../setup/empty-database.ts";
import { loadApiModules } from "../../support/operations.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const headers = { "sec-fetch-site": "same-origin" };

const everyone = WORKSPACE_ROLES;
const checkers: readonly MemberRole[] = ["owner", "manager", "checker"];
const managers: readonly MemberRole[] = ["owner", "manager"];
const owners: readonly MemberRole[] = ["owner"];
/** Who sees figures, the form's settings and connections: a checker reviews claims and nothing else. */
const readers: readonly MemberRole[] = ["owner", "manager", "viewer"];
const platforms = "/api/affiliate/platforms";

/** Who may call what, as the contract has it: not read from the policy that is tested. */
const calls: Record<string, readonly MemberRole[]> = {
  "GET /api/optin/dashboard/submissions": everyone,
  "GET /api/optin/dashboard/submissions/{id}": everyone,
  "GET /api/proofs/{submissionId}": everyone,
  "GET /api/optin/dashboard/submissions/stats": readers,
  "GET /api/analytics": readers,
  "PUT /api/optin/dashboard/submissions/{id}": checkers,
  "POST /api/optin/dashboard/submissions/bulk": checkers,
  "GET /api/optin/dashboard/submissions/jobs/{id}": everyone,
  "GET /api/optin/dashboard/submissions/export": readers,
  [`GET ${platforms}`]: everyone,
  [`POST ${platforms}`]: managers,
  [`PATCH ${platforms}/{id}`]: managers,
  [`DELETE ${platforms}/{id}`]: managers,
  [`PATCH ${platforms}/{id}/commission-tiers`]: managers,
  [`PATCH ${platforms}/{id}/default`]: managers,
  [`PATCH ${platforms}/{id}/status`]: managers,
  [`PATCH ${platforms}/reorder`]: managers,
  "GET /api/affiliate/{platformId}/contracts": everyone,
  "POST /api/affiliate/{platformId}/contracts": managers,
  "GET /api/affiliate/{platformId}/contracts/{id}": everyone,
  "PATCH /api/affiliate/{platformId}/contracts/{id}": managers,
  "DELETE /api/affiliate/{platformId}/contracts/{id}": managers,
  "GET /api/affiliate/{platformId}/links": everyone,
  "POST /api/affiliate/{platformId}/links": managers,
  "PATCH /api/affiliate/{platformId}/links/{id}": managers,
  "DELETE /api/affiliate/{platformId}/links/{id}": managers,
  "GET /api/affiliate/{platformId}/postback": everyone,
  "PUT /api/affiliate/{platformId}/postback": managers,
  "POST /api/affiliate/{platformId}/postback/rotate": managers,
  "GET /api/affiliate/{platformId}/postbacks": everyone,
  "GET /api/affiliate/{platformId}/rule": everyone,
  "PUT /api/affiliate/{platformId}/rule": managers,
  "GET /api/affiliate/{platformId}/connection": everyone,
  "POST /api/affiliate/{platformId}/connection": owners,
  "DELETE /api/affiliate/{platformId}/connection": owners,
  "POST /api/affiliate/{platformId}/connection/check": owners,
  "GET /api/telegram": readers,
  "PUT /api/telegram": owners,
  "DELETE /api/telegram": owners,
  "POST /api/telegram/member-code": everyone,
  "GET /api/telegram/doors": everyone,
  "POST /api/telegram/doors": owners,
  "PATCH /api/telegram/doors/{id}": managers,
  "DELETE /api/telegram/doors/{id}": owners,
  "GET /api/currency/rates": everyone,
  "GET /api/exchange-rates": everyone,
  "POST /api/exchange-rates": managers,
  "DELETE /api/exchange-rates/{id}": managers,
  "GET /api/links": readers,
  "POST /api/links": managers,
  "PATCH /api/links/{id}": managers,
  "DELETE /api/links/{id}": managers,
  "GET /api/spend": readers,
  "POST /api/spend": managers,
  "DELETE /api/spend/{id}": managers,
  "GET /api/spend/uploads": readers,
  "POST /api/spend/uploads": managers,
  "GET /api/spend/uploads/{id}": readers,
  "PATCH /api/spend/uploads/{id}": managers,
  "PATCH /api/spend/campaigns/{id}": managers,
  "GET /api/user/api-keys": managers,
  "POST /api/user/api-keys": managers,
  "DELETE /api/user/api-keys/{id}": managers,
  "GET /api/optin/settings": readers,
  "GET /api/forms": readers,
  "POST /api/forms": managers,
  "GET /api/forms/{id}": readers,
  "PATCH /api/forms/{id}": managers,
  "DELETE /api/forms/{id}": managers,
  "GET /api/optin-settings": readers,
  "POST /api/optin-settings": managers,
  "PUT /api/optin-settings": managers,
  "DELETE /api/optin-settings": managers,
  "POST /api/optin-settings/upload-logo": managers,
  "GET /api/user/integrations": readers,
  "POST /api/user/integrations": managers,
  "DELETE /api/user/integrations": managers,
  "POST /api/user/integrations/test-event": managers,
  "GET /api/user/connections": readers,
  "POST /api/user/connections": managers,
  "DELETE /api/user/connections/{id}": managers,
  "POST /api/user/connections/{id}/test-event": managers,
  "GET /api/deliveries": everyone,
  "GET /api/deliveries/{id}": everyone,
  "POST /api/deliveries/{id}/resend": managers,
  "POST /api/deliveries/replay": managers,
  "GET /api/replays/{id}": everyone,
  "DELETE /api/replays/{id}": managers,
  "GET /api/evidence": everyone,
  "GET /api/statements": everyone,
  "POST /api/statements": checkers,
  "GET /api/statements/{id}": everyone,
  "PATCH /api/statements/{id}": checkers,
  "DELETE /api/statements/{id}": checkers,
  "GET /api/statements/{id}/rows": everyone,
  "POST /api/statements/{id}/decide": checkers,
  "POST /api/statements/{id}/undo": checkers,
  "POST /api/workspaces": everyone,
};

const REACHED = [200, 201, 204, 400];
/** These calls also need a connection, a delivery or a file, which the test does not make. */
const LACKS_MORE =
  /^\/api\/(?:forms$|affiliate\/\{platformId\}|optin-settings|user\/integrations|user\/connections|telegram|deliveries|replays|statements|spend\/|optin\/dashboard\/submissions\/jobs)/;

const declared = async () => {
  const modules = await loadApiModules();
  return modules.flatMap(({ loader }) => loader?.operations ?? []).filter(({ action }) => action);
};

type Opened = [what: string, path: string, form: Record<string, string> | null, roles: readonly MemberRole[]];

let form: Form;
let submission: Submission;
let file: SpendImport;
const members = {} as Record<MemberRole, { token: string; cookie: string }>;
async function createMembers() {
  form = await createForm();
  submission = await submitForm(form);
  file = await createSpendFile(form.owner, { sheets: '["spend.csv"]' });
  for (const role of WORKSPACE_ROLES) members[role] = await signInAs(await createMember(form.owner, role));
}

/** A platform, a form, a key or the claim, whichever a call is about. What a call deletes is made for it. */
async function createSubject(path: string): Promise<string> {
  const { owner } = form;
  if (path.includes("/platforms/") || path.includes("{platformId}"))
    return (await createPlatforms(1, { owner }))[0]?.id ?? "";
  if (path.startsWith("/api/forms/")) return (await createForm({ owner, platforms: [] })).id;
  if (path.includes("/exchange-rates/"))
    return (await setOwnRate({ access: toAccess(owner), input: { from: "USD", to: "AED", rate: "1" } })).id;
  if (path.includes("/links/")) return (await createNamedLink(form)).id;
  return path.includes("/api-keys/") ? (await createKey(owner)).apiKey.id : submission.id;
}

describe("role", () => {
  fillOnce(createMembers);

  test("each role is decided for every call that is about a workspace", async () => {
    const operations = await declared();
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(calls).sort(),
    );
  });

  test.each(WORKSPACE_ROLES)(
    "each role reaches the calls that it may make, and no other: %s",
    async (role) => {
      for (const { method, path } of await declared()) {
        const parameter = /\{\w+\}/;
        const id = parameter.test(path) ? await createSubject(path) : "";
        const response = await site.send(path.replace(parameter, id), {
          method,
          token: members[role].token,
          ...(method === "GET" ? {} : { json: {} }),
        });
        const call = `${method} ${path}`;
        const reached = LACKS_MORE.test(path) ? [...REACHED, 404, 409, 415] : REACHED;
        if (calls[call]?.includes(role)) expect(reached, call).toContain(response.status);
        else expect([call, response.status, response.json.code]).toEqual([call, 403, "role_refused"]);
      }
    },
  );

  test.each<Opened>([
    ["the overview", paths.overview(), null, everyone],
    ["the analytics", paths.analytics(), null, readers],
    ["the forms", paths.forms(), null, readers],
    ["the form's settings", paths.formSettings(), null, readers],
    ["the link of the form", paths.shareForm(), null, readers],
    ["the connections", paths.integrations(), null, readers],
    ["a connection", paths.integration({ adPlatform: "meta" }), null, readers],
    ["the bot of Telegram", paths.telegram(), null, readers],
    ["the check of the bot", paths.telegram(), { intent: "check" }, ["owner"]],
    ["the doors of Telegram", paths.telegramDoors(), null, everyone],
    [
      "a new door",
      paths.telegramDoors(),
      { intent: "create", chatId: "-1009999999999", state: "claimed" },
      ["owner"],
    ],
    ["a decision at a door", paths.telegramDoors(), { intent: "open", entryId: "none" }, checkers],
    ["the words of a door", paths.telegramDoor({ doorId: "none" }), { intent: "save" }, managers],
    ["the end of a door", paths.telegramDoor({ doorId: "none" }), { intent: "close" }, ["owner"]],
    ["the delivery log", paths.deliveries(), null, everyone],
    ["the news", paths.news(), null, everyone],
    ["the team", paths.settings({ section: "team" }), null, everyone],
    [
      "an invitation",
      paths.settings({ section: "team" }),
      { intent: "invite", email: "a@example.com", role: "viewer" },
      ["owner"],
    ],
    [
      "a member's role",
      paths.settings({ section: "team" }),
      { intent: "role", userId: "none", role: "viewer" },
      ["owner"],
    ],
    [
      "the removal of a member",
      paths.settings({ section: "team" }),
      { intent: "remove", userId: "none" },
      ["owner"],
    ],
    [
      "a transfer of ownership",
      paths.settings({ section: "team" }),
      { intent: "transfer", userId: "none" },
      ["owner"],
    ],
    ["another name", paths.settings({ section: "team" }), { intent: "rename", name: "Halden" }, ["owner"]],
    ["a person's claims", paths.person({ search: "a@example.com" }), null, everyone],
    ["the erasure of a person", paths.person(), { intent: "erase", search: "a@example.com" }, ["owner"]],
    ["all clients", paths.workspaces(), null, everyone],
    ["the list of submissions", paths.submissions(), null, everyone],
    [
      "a decision",
      paths.submissions(),
      { intent: "decide", submissionId: "SUBMISSION", status: "rejected" },
      checkers,
    ],
    [
      "a delivery that is sent again",
      paths.submissions(),
      { intent: "resend", deliveryId: "none" },
      managers,
    ],
    ["the spend", paths.spend(), null, readers],
    ["the rows of spend", paths.spendRows(), null, readers],
    ["the template of spend", paths.spendTemplate(), null, readers],
    ["a file of spend", paths.spendFile({ id: "FILE" }), null, readers],
    ["an amount of spend by hand", paths.spend(), { intent: "add" }, managers],
    ["an upload of spend", paths.spend(), { intent: "upload" }, managers],
    ["spend that is deleted", paths.spend(), { intent: "delete", importId: "none" }, managers],
    [
      "an answer to a file of spend",
      paths.spendFile({ id: "FILE" }),
      { intent: "read", currency: "USD" },
      managers,
    ],
    ["a deleted file of spend", paths.spendFile({ id: "none" }), { intent: "delete" }, managers],
    ["the money", paths.money(), null, readers],
    ["the export of the money", paths.moneyExport(), null, readers],
    ["the limit and the sources of campaigns", paths.moneyRules(), null, readers],
    ["the limit of a campaign's cost", paths.moneyRules(), { intent: "set-limit" }, managers],
    ["the removal of that limit", paths.moneyRules(), { intent: "remove-limit" }, managers],
    ["the source of a campaign", paths.moneyRules(), { intent: "set-source", campaignRef: "none" }, managers],
    ...(["connect-spend", "read-spend", "disconnect-spend", "delete-spend"] as const).map(
      (intent): Opened => [
        `an ad account's ${intent}`,
        paths.integration({ adPlatform: "meta" }),
        { intent, spendAccountId: "none" },
        managers,
      ],
    ),
    ["the platforms", paths.platforms(), null, readers],
    ["a new platform", paths.platforms(), { intent: "create", name: "Halden", icon: "Coins" }, managers],
    ["a platform switched off", paths.platforms(), { intent: "off", platformId: "PLATFORM" }, managers],
    ["a platform's page", `${paths.platforms()}/PLATFORM`, null, readers],
    ["a platform's tiers", `${paths.platforms()}/PLATFORM`, { intent: "tiers" }, managers],
    ["the exchange rates", paths.exchangeRates(), null, everyone],
    ["a new exchange rate", paths.exchangeRates(), { intent: "use-peg", currency: "AED" }, managers],
    ["a new link", paths.shareForm(), { intent: "create", label: "" }, managers],
    ["the API keys", paths.settings({ section: "api-keys" }), null, managers],
    ["a new API key", paths.settings({ section: "api-keys" }), { intent: "create", name: "x" }, managers],
    ["the account", paths.settings({ section: "account" }), null, everyone],
    [
      "the preferences",
      paths.settings({ section: "preferences" }),
      { intent: "preferences", theme: "light" },
      everyone,
    ],
    [
      "the notifications",
      paths.settings({ section: "notifications" }),
      { intent: "notifications" },
      everyone,
    ],
  ])("each role opens %s on its page only where it may", async (_what, path, sent, roles) => {
    const fill = (text: string) =>
      text
        .replace("SUBMISSION", submission.id)
        .replace("PLATFORM", String(form.platforms[0]?.id))
        .replace("FILE", file.id);
    const fields =
      sent && Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, fill(value)]));
    for (const role of WORKSPACE_ROLES) {
      const { cookie } = members[role];
      const response = await site.send(fill(path), { cookie, ...(fields ? { form: fields, headers } : {}) });
      const isRefused = response.headers.get("location") === paths.unauthorized();
      expect([role, isRefused ? "refused" : "open"]).toEqual([
        role,
        roles.includes(role) ? "open" : "refused",
      ]);
      expect(response.status).not.toBe(500);
    }
  });

  test("each role sees no button that leads to a refusal", async () => {
    await createMembers();
    const pages: [path: string, texts: string[]][] = [
      [`${paths.submissions()}?open=${submission.id}`, ["Mark verified", "Verified amount"]],
      [paths.overview(), ["Check the first one"]],
      [paths.platforms(), ["Add a broker", "Edit tiers", "Add tiers"]],
      [`${paths.platforms()}/${form.platforms[0]?.id}`, ["Save tiers"]],
      [paths.platformOnForm({ platformId: String(form.platforms[0]?.id) }), [">Save<", "Delete…"]],
      [paths.settings({ section: "preferences" }), [">API keys<", "Currency</label>", "Time zone</label>"]],
    ];
    const read = async (role: MemberRole, path: string) =>
      (await site.send(path, { cookie: members[role].cookie })).text;
    for (const [path, texts] of pages) {
      const [owner, viewer] = [await read("owner", path), await read("viewer", path)];
      expect(texts.filter((word) => owner.includes(word)).length, path).toBeGreaterThan(0);
      expect([path, texts.filter((word) => viewer.includes(word))]).toEqual([path, []]);
    }
  });
});

test("owners and managers see the emails of the other members, checkers and viewers do not", async () => {
  const { owner } = await createForm();
  const path = `/api/workspaces/${owner.workspace.id}/members`;
  for (const role of WORKSPACE_ROLES) {
    const { token, cookie } = await signInAs(await createMember(owner, role));
    const { members } = (await site.send(path, { token })).json;
    const { text } = await site.send(paths.settings({ section: "team" }), { cookie });
    const isShown = managers.includes(role);
    expect([role, members[0]]).toEqual([
      role,
      expect.objectContaining({ name: owner.name, email: isShown ? owner.email : null }),
    ]);
    expect([role, text.includes(owner.email), text.includes(owner.name)]).toEqual([role, isShown, true]);
  }
});

test("a checker is shown no page and no button but those of claims", async () => {
  const form = await createForm();
  const submission = await submitForm(form);
  const { cookie } = await signInAs(await createMember(form.owner, "checker"));
  const refused = [
    paths.analytics(),
    paths.forms(),
    paths.formSettings(),
    paths.shareForm(),
    paths.integrations(),
    paths.platforms(),
    paths.replay(),
  ];
  const shown = [
    paths.overview(),
    `${paths.submissions()}?open=${submission.id}`,
    paths.deliveries(),
    paths.settings({ section: "team" }),
    paths.settings({ section: "account" }),
  ];
  for (const path of shown) {
    const { status, text } = await site.send(path, { cookie });
    expect(status).toBe(200);
    const links = [...text.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, href = ""]) => href);
    expect([path, links.filter((href) => refused.some((page) => href.startsWith(page)))]).toEqual([path, []]);
    expect(text).not.toMatch(
      />(?:API keys|Send invitation|Create my form|Share form|Add a broker|Edit tiers|Send again|Start replay)</,
    );
  }
  // The page's data would tell what the page hides.
  const hidden = ['\\"commissions\\"', '\\"truth\\"', '\\"connections\\",['];
  const readHidden = async (who: string) => {
    const { text } = await site.send(paths.overview(), { cookie: who });
    return hidden.filter((name) => text.includes(name));
  };
  expect(await readHidden((await signInAs(form.owner)).cookie)).toEqual(hidden);
  expect(await readHidden(cookie)).toEqual([]);
  const { text } = await site.send(`${paths.submissions()}?open=${submission.id}`, { cookie });
  expect(text).toContain("Mark verified");
});
