import { expect, test } from "vitest";
import { type MemberRole, WORKSPACE_ROLES } from "#app/lib/domain.ts";
import { FORM_TABS, SHARE_TABS } from "#app/lib/form-tabs.ts";
import { Workspace } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { createForm, createMember, createOwner, signInAs } from "../../factories/index.ts";
import { plainText, readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createDoorOf } from "../../support/telegram.ts";

const site = serveSite();

/** The links of a navigation, by their words. */
function readLinks(html: string, label: string): [text: string, href: string][] {
  const inner = new RegExp(`<nav[^>]*aria-label="${label}"[^>]*>(.*?)</nav>`, "s").exec(html)?.[1] ?? "";
  return [...inner.matchAll(/<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = "", words = ""]) => [
    plainText(words).trim(),
    href,
  ]);
}

const overview = ["Overview", "/dashboard/overview"];
const claims = ["Claims", "/dashboard/submissions"];
const statements = ["Statements", "/dashboard/statements"];
const results = ["Results", "/dashboard/analytics/money"];
const forms = ["Forms", "/dashboard/optin-settings"];
const brokers = ["Brokers", "/dashboard/affiliate-settings"];
const adPlatforms = ["Ad platforms", "/dashboard/integrations"];
const seven = [overview, claims, statements, results, forms, brokers, adPlatforms];
const entries: Record<MemberRole, string[][]> = {
  owner: seven,
  manager: seven,
  viewer: seven,
  checker: [overview, claims, statements],
};

test.each(WORKSPACE_ROLES)(
  "the sidebar has the entries of the role, on a phone the same: %s",
  async (role) => {
    const form = await createForm();
    const { cookie } = await signInAs(await createMember(form.owner, role));
    const { text } = await site.send("/dashboard/overview", { cookie });
    expect(readLinks(text, "Dashboard")).toEqual(entries[role]);
    expect(readLinks(text, "Dashboard, all pages")).toEqual(entries[role]);
  },
);

const readers = ["owner", "manager", "viewer"] as const;
const tabs: [of: string, path: string, tabs: Partial<Record<MemberRole, string[]>>][] = [
  [
    "Statements",
    "/dashboard/statements",
    Object.fromEntries(WORKSPACE_ROLES.map((role) => [role, ["Files", "Due", "Commission owed"]])),
  ],
  [
    "Results",
    "/dashboard/spend",
    Object.fromEntries(readers.map((role) => [role, ["Campaigns", "Claims", "Ad spend"]])),
  ],
  [
    "Ad platforms",
    "/dashboard/deliveries",
    Object.fromEntries(readers.map((role) => [role, ["Connections", "Telegram", "Delivery log"]])),
  ],
  [
    "Notifications",
    "/dashboard/news",
    Object.fromEntries(WORKSPACE_ROLES.map((role) => [role, ["Notifications", "News"]])),
  ],
  [
    "Settings",
    "/dashboard/settings/account",
    {
      owner: ["Account", "Security", "Preferences", "Team", "API keys"],
      manager: ["Account", "Security", "Preferences", "Team", "API keys"],
      viewer: ["Account", "Security", "Preferences", "Team"],
      checker: ["Account", "Security", "Preferences", "Team"],
    },
  ],
];

test.each(tabs)("the tabs of %s are those that the role may open", async (label, path, byRole) => {
  const form = await createForm();
  for (const role of WORKSPACE_ROLES) {
    const { cookie } = await signInAs(await createMember(form.owner, role));
    const { text } = await site.send(path, { cookie });
    const shown = readLinks(text, label);
    expect([role, shown.map(([words]) => words)]).toEqual([role, byRole[role] ?? []]);
    for (const [words, to] of shown) {
      const opened = await site.send(to, { cookie });
      expect([words, opened.status]).toEqual([words, 200]);
      expect(opened.text).toMatch(new RegExp(`aria-current="page"[^>]*>${words}`));
    }
  }
});

test("a checker finds the doors of Telegram beside the claims once there is one, others beside the bot", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(await createMember(form.owner, "checker"));
  const open = async (path: string, as = cookie) => (await site.send(path, { cookie: as })).text;
  expect(readLinks(await open(paths.submissions()), "Claims")).toEqual([]);
  await createDoorOf(form.owner);
  expect(readLinks(await open(paths.submissions()), "Claims")).toEqual([
    claims,
    ["Telegram doors", paths.telegramDoors()],
  ]);
  const doors = await open(paths.telegramDoors());
  expect(doors).toMatch(/aria-current="page"[^>]*>Telegram doors/);
  expect(readText(doors, "h1")).toBe("Claims");
  expect(readLinks(doors, "Dashboard")).toEqual(entries.checker);
  const owner = (await signInAs(form.owner)).cookie;
  expect(readLinks(await open(paths.submissions(), owner), "Claims")).toEqual([]);
  expect(readText(await open(paths.telegramDoors(), owner), "h1")).toBe("Ad platforms");
});

test("the entry of the results leads to ad spend where the plan has ended, and the other tabs to the plans", async () => {
  const owner = await createOwner();
  await Workspace.update({ subscriptionStatus: "ended" }, { where: { id: owner.workspace.id } });
  const { cookie } = await signInAs(owner);
  const { status, text } = await site.send("/dashboard/spend", { cookie });
  expect(status).toBe(200);
  expect(readLinks(text, "Dashboard")).toContainEqual(["Results", "/dashboard/spend"]);
  for (const [words, path] of readLinks(text, "Results").slice(0, 2))
    expect([words, (await site.send(path, { cookie })).headers.get("location")]).toEqual([words, "/pricing"]);
});

test("the tabs of the results keep the days that one of them shows", async () => {
  const { cookie } = await signInAs(await createOwner());
  const days = "?from=2026-09-01&to=2026-09-30";
  const { text } = await site.send(`/dashboard/spend${days}&groupBy=day`, { cookie });
  const kept = days.replace("&", "&amp;");
  expect(readLinks(text, "Results").map(([, to]) => to)).toEqual([
    `/dashboard/analytics/money${kept}`,
    `/dashboard/analytics${kept}`,
    `/dashboard/spend${kept}`,
  ]);
});

/** In mails, notifications, saved views and other people's bookmarks. */
const kept = [
  "submissions?status=pending&sort=sendBefore",
  "submissions?event=problem",
  "statements?platform=none",
  "analytics?from=2026-11-01&to=2026-11-28",
  "analytics/money?groupBy=campaign",
  "analytics/money?period=28days&sort=profit",
  "spend?period=28days",
  "spend/rows?from=2026-11-01&to=2026-11-28&campaign=spring",
  "person?search=somebody@example.com",
  "deliveries?outcome=fault",
  "deliveries?platform=meta&state=parked",
  "deliveries/replay?platform=meta&from=2026-11-01&to=2026-11-28",
  "notifications?state=unread",
  "news?category=Tips",
  "forms",
  "settings/security",
  "settings/support-access",
  "settings/exchange-rates?from=AED&to=EUR",
  "settings/notifications",
];

test.each(kept)("an address that was sent or saved before still opens with its query: %s", async (path) => {
  const { cookie } = await signInAs((await createForm()).owner);
  const { status, text } = await site.send(`/dashboard/${path}`, { cookie });
  expect(status).toBe(200);
  expect(text.includes("were not valid and are ignored")).toBe(false);
});

const specified = [
  ...["overview", "submissions", "analytics", "notifications", "optin-settings", "affiliate-settings"],
  ...["integrations", "news", "settings/account", "settings/security", "settings/preferences"],
  ...["settings/password", "settings/notifications", "settings/api-keys"],
];

test("every route of the specification answers with a page and a title of its own", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const titles = new Set<string>();
  for (const path of specified) {
    const { status, text } = await site.send(`/dashboard/${path}`, { cookie });
    expect([path, status]).toEqual([path, 200]);
    titles.add(readText(text, "title") ?? "");
  }
  expect(titles.size).toBe(specified.length);
  for (const [path, to] of [
    ["/dashboard", "/dashboard/overview"],
    ["/dashboard/settings", "/dashboard/settings/account"],
  ] as const)
    expect((await site.send(path, { cookie })).headers.get("location")).toBe(to);
});

test("each tab of a form and each ad platform has a title of its own", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const shown = [
    ...FORM_TABS.map((tab) => paths.formSettings({ tab })),
    ...SHARE_TABS.map((tab) => paths.shareForm({ tab })),
    ...["meta", "tiktok", "snapchat", "google"].map((adPlatform) => paths.integration({ adPlatform })),
  ];
  const titles = new Set<string | undefined>();
  for (const path of shown) titles.add(readText((await site.send(path, { cookie })).text, "title"));
  expect(titles.size).toBe(shown.length);
});
