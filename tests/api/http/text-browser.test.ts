import { expect, test } from "vitest";
import { ContractInput } from "#app/schemas/contracts.ts";
import { createContract } from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { connectMeta, createForm, signInAs, submitForm, toAccess } from "../../factories/index.ts";
import { findGluedWords } from "../../support/glued-words.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test("no page shows two texts as one word in a browser without style sheets", async () => {
  const form = await createForm();
  await form.owner.update({ role: "admin" });
  await connectMeta(form.owner);
  const { id: contractId } = await createContract({
    access: toAccess(form.owner),
    platformId: String(form.platforms[0]?.id),
    input: ContractInput.parse({
      startsOn: "2026-07-01",
      parts: [
        { kind: "cpa", steps: [{ value: "300" }] },
        { kind: "share_of_revenue", steps: [{ value: "20" }] },
      ],
    }),
  });
  const utm = { source: "telegram", campaign: "webinar" };
  const submitted = [];
  for (const amount of ["100", "200", "300"])
    submitted.push(
      await submitForm(form, {
        amount,
        pageUrl: `https://a.example/?utm_source=${utm.source}&utm_campaign=${utm.campaign}`,
      }),
    );
  const [handled, rejected, open] = submitted.map(({ id }) => id) as [string, string, string];
  const { cookie, token } = await signInAs(form.owner);
  await site.decide(token, handled, { status: "handled" });
  await site.decide(token, rejected, { status: "rejected" });
  const below = {
    dashboard: [
      "overview",
      "analytics",
      "notifications",
      "deliveries",
      "deliveries/replay",
      "integrations",
      "news",
      "submissions?status=all",
      `submissions?open=${open}`,
      `submissions?status=all&open=${handled}`,
      `submissions/${handled}/proof`,
      `submissions/${handled}/correction`,
      "integrations/meta",
      "forms",
      "optin-settings",
      "optin-settings/questions",
      "optin-settings/languages",
      "optin-settings/after-sending",
      "optin-settings/advanced",
      "optin-settings/consent",
      "optin-settings/share",
      "optin-settings/share/ads",
      "optin-settings/share/site",
      "affiliate-settings",
      "settings/account",
      "settings/team",
      "settings/security",
      "settings/notifications",
      "settings/api-keys",
      "settings/preferences",
      `affiliate-settings/${form.platforms[0]?.id}`,
      `affiliate-settings/${form.platforms[0]?.id}/form`,
      `affiliate-settings/${form.platforms[0]?.id}/contracts/${contractId}`,
      `affiliate-settings/${form.platforms[0]?.id}/commission`,
    ],
    admin: ["", "users", "messages", "news", "audit-log", "system"],
  };
  const pages = Object.entries(below).flatMap(([part, paths]) => paths.map((path) => `/${part}/${path}`));
  const glued: string[] = [];
  const visited = [
    ...pages.map((path) => ({ path, cookie })),
    ...["/", "/pricing", "/support", "/docs/api", "/login", `/optin/${form.slug}`].map((path) => ({ path })),
  ];
  for (const { path, ...visitor } of visited) {
    const { status, text } = await site.send(path, visitor);
    expect([path, status]).toEqual([path, 200]);
    glued.push(...findGluedWords(text).map((words) => `${path}: ${words}`));
  }
  expect(glued).toEqual([]);
});
