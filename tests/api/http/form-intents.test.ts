import { expect, test } from "vitest";
import { CommissionTier } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, createPlatforms, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const headers = { "sec-fetch-site": "same-origin" };
const settings = "/dashboard/settings";

async function ownerWithPlatform() {
  const owner = await createOwner();
  const [platform] = await createPlatforms(1, { owner });
  const { cookie } = await signInAs(owner);
  return { cookie, page: `/dashboard/affiliate-settings/${platform?.id}`, platformId: String(platform?.id) };
}

test("an unknown or missing intent is refused with 400 by every page with forms", async () => {
  const { cookie, page } = await ownerWithPlatform();
  const own = ["account", "api-keys", "notifications", "password", "preferences", "security"];
  const signedIn = [
    page,
    "/dashboard/affiliate-settings",
    "/dashboard/submissions",
    "/reauthenticate",
    ...[...own, "security/two-step", "security/providers", "account/delete"].map(
      (section) => `${settings}/${section}`,
    ),
  ];
  const signedOut = [
    "/login",
    "/signup",
    "/forgot-password",
    "/reset-password?token=x",
    "/verify-email-pending",
  ];
  for (const form of [{}, { intent: "nothing" }, { intent: "toString" }, { intent: "" }] as Record<
    string,
    string
  >[]) {
    for (const path of signedIn)
      expect([path, form, (await site.send(path, { form, cookie, headers })).status]).toEqual([
        path,
        form,
        400,
      ]);
    for (const path of signedOut)
      expect([path, form, (await site.send(path, { form, headers })).status]).toEqual([path, form, 400]);
  }
});

test("a row of tiers is added and removed without script, and nothing is saved by it", async () => {
  const { cookie, page, platformId } = await ownerWithPlatform();
  const row = { name: "Silver", minAmount: "0", maxAmount: "2000", type: "fixed", value: "5" };
  const typed = Object.fromEntries(Object.entries(row).map(([name, value]) => [`tiers[0].${name}`, value]));
  const press = (control: unknown) => {
    const form = { intent: "tiers", currency: "EUR", ...typed, __intent__: JSON.stringify(control) };
    return site.send(page, { form, cookie, headers });
  };
  const added = await press({ type: "insert", payload: { name: "tiers", defaultValue: { minAmount: "7" } } });
  expect(added.status).toBe(200);
  expect(added.text).toMatch(
    /name="tiers\[1\]\.minAmount"[^>]*value="2000"|value="2000"[^>]*name="tiers\[1\]\.minAmount"/,
  );
  expect(added.text).toContain('value="Silver"');
  expect(added.text).not.toContain(messages.platforms.tiersFailed);
  const removed = await press({ type: "remove", payload: { name: "tiers", index: 0 } });
  expect([removed.status, removed.text.includes('value="Silver"')]).toEqual([200, false]);
  expect(await CommissionTier.count({ where: { platformId } })).toBe(0);
});

test("a button of conform's that names no list is refused, not our fault", async () => {
  const { cookie, page } = await ownerWithPlatform();
  const control = { type: "insert", payload: { name: "currency" } };
  const form = { intent: "tiers", currency: "EUR", __intent__: JSON.stringify(control) };
  expect((await site.send(page, { form, cookie, headers })).status).toBe(400);
});
