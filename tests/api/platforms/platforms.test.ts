import { describe, expect, test } from "vitest";
import { newId } from "#app/lib/ids.ts";
import { CommissionTier, OptInFormPlatform, Platform, Submission } from "#app/models/index.server.ts";
import { currentTiers } from "#app/presenters/platform.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PLATFORM_ICONS } from "#app/schemas/platforms.ts";
import { FORM_PLATFORMS_MAX, PLATFORMS_MAX } from "#app/schemas/shared/limits.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { settingsVersion } from "#app/services/platforms/settings-version.server.ts";
import { tiersVersion } from "#app/services/platforms/tiers-version.server.ts";
import {
  createForm,
  createOwner,
  createPlatforms,
  type Owner,
  signInAs,
  submitForm,
  toAccess,
  unique,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/api/affiliate/platforms";
const sentences = messages.platforms;

const tier = (overrides: object = {}) => ({
  name: "Bronze",
  minAmount: "0",
  maxAmount: "1000",
  type: "percentage",
  value: "10",
  currency: "EUR",
  ...overrides,
});

async function signedInOwner(count = 0) {
  const owner = await createOwner();
  const { token } = await signInAs(owner);
  const rows = await createPlatforms(count, { owner });
  const ids = rows.map(({ id }) => id);
  const patch = (at: string, json: object = {}) =>
    site.send(`${path}/${at}`, { method: "PATCH", token, json });
  const names = async () => (await readPlatforms(token)).map(({ name }) => name);
  return { owner, token, rows, ids, patch, names };
}

type ListedPlatform = { id: string; name: string; isDefault: boolean; isActive: boolean; position: number };
const readPlatforms = async (token: string): Promise<ListedPlatform[]> =>
  (await site.send(path, { token })).json.platforms;
const countDefaults = (owner: Owner) =>
  Platform.count({ where: { workspaceId: owner.workspace.id, isDefault: true } });

describe("POST /api/affiliate/platforms", () => {
  test("POST /api/affiliate/platforms creates platforms; the first is the default", async () => {
    const { token } = await signedInOwner();
    const first = await site.send(path, { token, json: { name: " Northgate ", icon: "Coins" } });
    const second = await site.send(path, {
      token,
      json: { name: "Halden", icon: "Graph", commissionTiers: [tier({ maxAmount: null })] },
    });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.json.platform).toEqual({
      id: first.json.platform.id,
      userPlatformId: first.json.platform.id,
      name: "Northgate",
      icon: "Coins",
      isActive: true,
      isDefault: true,
      position: 0,
      amountLimit: null,
      countsCoins: false,
      accountNumber: { field: "optional", name: null, example: null },
      commissionTiers: [],
    });
    expect(second.json.platform).toMatchObject({
      isDefault: false,
      position: 1,
      commissionTiers: [
        {
          name: "Bronze",
          minAmount: "0.00",
          maxAmount: null,
          type: "percentage",
          value: "10",
          currency: "EUR",
        },
      ],
    });
    expect((await site.send(path, { token })).json.platforms).toEqual([
      first.json.platform,
      second.json.platform,
    ]);
  });

  test("POST /api/affiliate/platforms takes each of the ten icons", async () => {
    const { token } = await signedInOwner();
    for (const icon of PLATFORM_ICONS)
      expect((await site.send(path, { token, json: { name: `At ${icon}`, icon } })).status).toBe(201);
  });

  test.each<[json: object, field: string, message: string]>([
    [{}, "name", sentences.nameShort],
    [{ name: "x", icon: "Coins" }, "name", sentences.nameShort],
    [{ name: " x ", icon: "Skull" }, "name", sentences.nameShort],
    [{ name: "x".repeat(51), icon: "Coins" }, "name", sentences.nameLong],
    [{ name: 12, icon: "Coins" }, "name", sentences.nameShort],
    [{ name: "Halden", icon: "Skull" }, "icon", sentences.iconShape],
    [{ name: "Halden", icon: "constructor" }, "icon", sentences.iconShape],
    [{ name: "Halden" }, "icon", sentences.iconShape],
  ])(
    "POST /api/affiliate/platforms refuses %j and says the first thing that is wrong",
    async (json, field, message) => {
      const { token, owner } = await signedInOwner();
      const response = await site.send(path, { token, json });
      expect([response.status, response.json.error]).toEqual([400, message]);
      expect(response.json.errors[0]).toEqual({ field, message });
      expect(await Platform.count({ where: { workspaceId: owner.workspace.id } })).toBe(0);
    },
  );

  test("POST /api/affiliate/platforms refuses a name that the owner has, whatever its case; another owner may have it", async () => {
    const { token, patch, ids } = await signedInOwner(1);
    const other = await signedInOwner();
    const json = { name: "Ñandú Markets", icon: "Coins" };
    expect((await site.send(path, { token, json })).status).toBe(201);
    const again = await site.send(path, { token, json: { ...json, name: "ÑANDÚ markets" } });
    expect([again.status, again.json.code, again.json.error]).toEqual([
      409,
      "name_taken",
      sentences.nameTaken,
    ]);
    const renamed = await patch(String(ids[0]), { name: "ñandú MARKETS" });
    expect([renamed.status, renamed.json.code]).toEqual([409, "name_taken"]);
    expect((await site.send(path, { token: other.token, json })).status).toBe(201);
  });

  test.each([
    ["IC Markets", "IC\u200d Markets"],
    ["IC Markets", "ic  mark\u200eets"],
    ["ΟΔΟΣ", "οδος"],
    ["ﷺ ﷺ ﷺ", "ﷺ ﷺ  ﷺ"],
  ])("POST /api/affiliate/platforms refuses one that looks like the owner's %s: %j", async (name, other) => {
    const { token } = await signedInOwner();
    expect((await site.send(path, { token, json: { name, icon: "Coins" } })).status).toBe(201);
    const again = await site.send(path, { token, json: { name: other, icon: "Coins" } });
    expect([again.status, again.json.code]).toEqual([409, "name_taken"]);
  });

  test("POST /api/affiliate/platforms accepts fifty characters of any script, and no invisible ones", async () => {
    const { token } = await signedInOwner();
    const make = async (name: string) =>
      (await site.send(path, { token, json: { name, icon: "Coins" } })).status;
    expect(await make("İ".repeat(50))).toBe(201);
    expect(await make("ﷺ".repeat(50))).toBe(201);
    expect(await make("\u200b\u200b\u200b")).toBe(400);
    expect(await make("IC\u200b Markets")).toBe(400);
    expect(await make("\u3164\u2800\u3164")).toBe(400);
  });

  test("POST /api/affiliate/platforms stores no other field that is sent", async () => {
    const { token, owner } = await signedInOwner(1);
    const sent = {
      id: newId(),
      userId: newId(),
      workspaceId: newId(),
      isDefault: true,
      isActive: false,
      position: 9,
      archivedAt: "2020-01-01",
    };
    const { json } = await site.send(path, { token, json: { name: "Halden", icon: "Coins", ...sent } });
    const row = await Platform.findByPk(json.platform.id, { rejectOnEmpty: true });
    expect(row).toMatchObject({
      workspaceId: owner.workspace.id,
      isDefault: null,
      isActive: true,
      position: 1,
      archivedAt: null,
    });
  });

  test("POST /api/affiliate/platforms stops at two hundred", async () => {
    const { token } = await signedInOwner(PLATFORMS_MAX);
    const { status, json } = await site.send(path, { token, json: { name: "One more", icon: "Coins" } });
    expect([status, json.code, json.error]).toEqual([409, "too_many_platforms", sentences.tooMany]);
  });
});

describe("default", () => {
  test("the default stays exactly one while fifty requests compete for it", async () => {
    const { owner, token, ids, patch } = await signedInOwner(5);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => {
        const id = ids[turn % ids.length];
        if (turn % 10 === 3)
          return site.send(path, { token, json: { name: `Racer ${turn}`, icon: "Coins" } });
        if (turn % 10 === 7) return patch(`${id}/status`, { isActive: false });
        return patch(`${id}/default`);
      }),
    );
    for (const { status } of responses) expect([200, 201, 409]).toContain(status);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(40);
    const list = await readPlatforms(token);
    expect(list.filter(({ isDefault }) => isDefault)).toEqual([expect.objectContaining({ isActive: true })]);
    expect(await countDefaults(owner)).toBe(1);
  });

  test("the default is one also when an owner's first platforms are made at once", async () => {
    const { owner, token } = await signedInOwner();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        site.send(path, { token, json: { name: `First ${turn}`, icon: "Coins" } }),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await countDefaults(owner)).toBe(1);
    expect((await readPlatforms(token)).map(({ position }) => position)).toEqual([...Array(10).keys()]);
  });

  test("the default cannot be two in the database", async () => {
    const { owner, ids } = await signedInOwner(2);
    await expect(Platform.update({ isDefault: true }, { where: { id: String(ids[1]) } })).rejects.toThrow();
    expect(await countDefaults(owner)).toBe(1);
  });

  test("the default moves; one that was off is switched on for it", async () => {
    const { ids, patch } = await signedInOwner(3);
    expect((await patch(`${ids[2]}/status`, { isActive: false })).json.platform.isActive).toBe(false);
    const { status, json } = await patch(`${ids[2]}/default`);
    expect(status).toBe(200);
    expect(json.platforms.map((platform: ListedPlatform) => [platform.isDefault, platform.isActive])).toEqual(
      [
        [false, true],
        [false, true],
        [true, true],
      ],
    );
  });

  test("the default cannot be switched off", async () => {
    const { ids, patch } = await signedInOwner(2);
    const { status, json } = await patch(`${ids[0]}/status`, { isActive: false });
    expect([status, json.code, json.error]).toEqual([409, "default_platform", sentences.defaultStays]);
    expect((await patch(`${ids[1]}/status`, { isActive: "no" })).status).toBe(400);
  });

  test.each<[what: string, off: number[], next: number]>([
    ["the next active one in the order", [2], 3],
    ["one before it where none follows", [2, 3], 0],
    ["the next one, switched on, where none is active", [0, 2, 3], 2],
  ])("the default passes to %s when it is deleted", async (_what, off, next) => {
    const { ids, token, patch } = await signedInOwner(4);
    await patch(`${ids[1]}/default`);
    for (const index of off) await patch(`${ids[index]}/status`, { isActive: false });
    expect((await site.send(`${path}/${ids[1]}`, { method: "DELETE", token })).status).toBe(204);
    const list = await readPlatforms(token);
    expect(list.filter(({ isDefault }) => isDefault)).toEqual([
      expect.objectContaining({ id: ids[next], isActive: true }),
    ]);
  });
});

describe("platform and the form", () => {
  const placesOf = async (formId: string) =>
    (await OptInFormPlatform.findAll({ where: { formId }, order: [["position", "ASC"]] })).map(
      ({ platformId }) => platformId,
    );

  test("a platform that is added after the form is on it, and settings that are open since before don't take it off", async () => {
    const form = await createForm();
    const { token, cookie } = await signInAs(form.owner);
    const [before] = form.platforms;
    const added = await site.send("/dashboard/affiliate-settings", {
      form: { intent: "create", name: "Halden", icon: "Coins" },
      headers: { cookie, "sec-fetch-site": "same-origin" },
    });
    expect(readFlash(added)).toBe(`${sentences.created}. ${sentences.isOnForm}`);
    const id = (await readPlatforms(token))[1]?.id;
    expect(await placesOf(form.id)).toEqual([before?.id, id]);
    const { json } = await site.send(`/api/optin/${form.slug}`);
    expect(json.platforms.map(({ name }: { name: string }) => name)).toEqual([before?.name, "Halden"]);
    expect((await form.row.reload()).version).toBe(2);
    const page = await site.send(`/dashboard/affiliate-settings/${id}/form`, { headers: { cookie } });
    expect(page.text).toContain("Visitors can choose it.");
  });

  test("a platform that is the first joins a form that has none", async () => {
    const form = await createForm({ platforms: [] });
    const { token } = await signInAs(form.owner);
    const { json } = await site.send(path, { token, json: { name: "Halden", icon: "Coins" } });
    expect(await placesOf(form.id)).toEqual([json.platform.id]);
  });

  test("a platform says that it is not on the form, and joins it at its place with one press", async () => {
    const owner = await createOwner();
    const [first, second, third] = await createPlatforms(3, { owner });
    const form = await createForm({ owner, platforms: [first, third] as Platform[] });
    const { cookie } = await signInAs(owner);
    const at = (platform?: Platform) => `/dashboard/affiliate-settings/${platform?.id}/form`;
    const read = async (url: string) => (await site.send(url, { headers: { cookie } })).text;
    expect(await read(at(second))).toContain("It is not on your form");
    expect(await read("/dashboard/affiliate-settings")).toContain("Not on your form.");

    const press = { intent: "add-to-form", platformId: String(second?.id) };
    const pressed = await site.send(at(second), {
      form: press,
      headers: { cookie, "sec-fetch-site": "same-origin" },
    });

    expect([pressed.status, readFlash(pressed)]).toEqual([303, sentences.addedToForm]);
    expect(await placesOf(form.id)).toEqual([first?.id, second?.id, third?.id]);
    expect((await form.row.reload()).hasOwnOrder).toBe(false);
    const deleted = await site.send("/dashboard/affiliate-settings", {
      form: { ...press, platformId: newId() },
      headers: { cookie, "sec-fetch-site": "same-origin" },
    });
    expect(readFlash(deleted)).toBe(`${sentences.addToFormFailed}. ${sentences.deletedElsewhere}`);
    const after = await read(at(second));
    expect(after).toContain("Visitors can choose it.");
    expect(after).not.toContain("Add to your form");
    await form.row.update({ isActive: false });
    expect(await read(at(second))).toContain("once your form is open again");
  });

  test("a platform that finds the form full is told so", async () => {
    const owner = await createOwner();
    const form = await createForm({ owner, platforms: await createPlatforms(FORM_PLATFORMS_MAX, { owner }) });
    const { cookie } = await signInAs(owner);
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const fields = { intent: "create", name: "One more", icon: "Coins" };
    const added = await site.send("/dashboard/affiliate-settings", { form: fields, headers });
    expect(readFlash(added)).toBe(`${sentences.created}. ${sentences.isNotOnForm}`);
    const { id } = (await Platform.findOne({ where: { name: "One more" } })) ?? {};
    const press = { intent: "add-to-form", platformId: String(id) };
    const refused = await site.send(`/dashboard/affiliate-settings/${id}/form`, { form: press, headers });
    expect([refused.status, refused.text.includes(messages.formSettings.platformsMany)]).toEqual([400, true]);
    expect(await placesOf(form.id)).toHaveLength(FORM_PLATFORMS_MAX);
  });
});

describe("PATCH /api/affiliate/platforms/{id}", () => {
  test("PATCH /api/affiliate/platforms/{id} changes the name and icon that are sent and keeps the rest", async () => {
    const { ids, patch } = await signedInOwner(1);
    expect((await patch(String(ids[0]), { name: "Pacifica" })).json.platform).toMatchObject({
      name: "Pacifica",
      icon: "ChartLine",
    });
    const { json } = await patch(String(ids[0]), { icon: "Percent" });
    expect(json.platform).toMatchObject({ name: "Pacifica", icon: "Percent" });
    expect((await patch(String(ids[0]), { name: "PACIFICA" })).json.platform.name).toBe("PACIFICA");
  });

  test("PATCH /api/affiliate/platforms/{id} and its page say how the form asks for the account number", async () => {
    const { owner, rows, ids, patch } = await signedInOwner(1);
    const form = await createForm({ owner, platforms: rows });
    const id = ids[0] as string;
    const asked = async () => (await site.send(`/api/optin/${form.slug}`)).json.platforms[0].accountNumber;
    expect(await asked()).toBeNull();
    const accountNumber = { field: "required", name: "UID", example: null };
    const { json } = await patch(id, { accountNumber: { field: "required", name: " UID " } });
    expect(json.platform.accountNumber).toEqual(accountNumber);
    await eventually(async () => expect(await asked()).toEqual(accountNumber));
    for (const [refused, sentence] of [
      [{ field: "maybe" }, sentences.accountFieldShape],
      [{ field: "no", name: "x".repeat(41) }, sentences.accountTextLong],
    ] as const)
      expect(await patch(id, { accountNumber: refused })).toMatchObject({
        status: 400,
        json: { errors: [{ message: sentence }] },
      });
    const { cookie } = await signInAs(owner);
    const { status } = await site.send(`/dashboard/affiliate-settings/${id}/form`, {
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
      form: {
        intent: "update",
        seen: settingsVersion(await Platform.findByPk(id, { rejectOnEmpty: true })),
        name: "Halden",
        icon: "Coins",
        "accountNumber.field": "no",
        "accountNumber.name": "",
        amount: "",
        currency: "EUR",
      },
    });
    expect(status).toBe(303);
    await eventually(async () => expect(await asked()).toEqual({ field: "no", name: null, example: null }));
  });

  test.each([[{ name: "x" }], [{ icon: "Skull" }], [{ name: null }]])(
    "PATCH /api/affiliate/platforms/{id} refuses %j",
    async (json) => {
      const { ids, patch, names } = await signedInOwner(1);
      const before = await names();
      expect((await patch(String(ids[0]), json)).status).toBe(400);
      expect(await names()).toEqual(before);
    },
  );
});

describe("PATCH /api/affiliate/platforms/reorder", () => {
  test("PATCH /api/affiliate/platforms/reorder saves the order that was sent", async () => {
    const { ids, patch, token } = await signedInOwner(3);
    const orderedIds = [ids[2], ids[0], ids[1]];
    const { status, json } = await patch("reorder", { orderedIds });
    expect(status).toBe(200);
    expect(json.platforms.map(({ id }: ListedPlatform) => id)).toEqual(orderedIds);
    expect((await readPlatforms(token)).map(({ id }) => id)).toEqual(orderedIds);
  });

  test("PATCH /api/affiliate/platforms/reorder puts them in the same order on the public form", async () => {
    const owner = await createOwner();
    const platforms = await createPlatforms(3, { owner });
    const form = await createForm({ owner, platforms: platforms.slice(0, 2) });
    const { token } = await signInAs(owner);
    const offered = async () => {
      const { json } = await site.send(`/api/optin/${form.slug}`);
      return json.platforms.map(({ id }: ListedPlatform) => id);
    };
    const [first, second, third] = platforms.map(({ id }) => id);
    expect(await offered()).toEqual([first, second]);
    await site.send("/api/affiliate/platforms/reorder", {
      method: "PATCH",
      json: { orderedIds: [third, second, first] },
      token,
    });
    expect(await offered()).toEqual([second, first]);
  });

  test("an order with a missing, a doubled or a foreign id, or no list, is refused and changes nothing", async () => {
    const { ids, patch, token } = await signedInOwner(3);
    const foreign = (await signedInOwner(1)).ids[0];
    const wrong = [
      ids.slice(1),
      [...ids, ids[0]],
      [ids[0], ids[0], ids[1]],
      [ids[0], ids[1], foreign],
      [...ids, foreign],
      [...ids, newId()],
      [],
      "all",
      [1, 2, 3],
      Array.from({ length: 2_000 }, () => ids[0]),
      undefined,
    ];
    for (const orderedIds of wrong) {
      const { status, json } = await patch("reorder", { orderedIds });
      expect(status, JSON.stringify(orderedIds)?.slice(0, 80)).toBe(400);
      expect(json.errors[0].field).toMatch(/^orderedIds/);
      if (Array.isArray(orderedIds) && orderedIds[0] !== 1) expect(json.error).toBe(sentences.orderShape);
    }
    expect((await readPlatforms(token)).map(({ id }) => id)).toEqual(ids);
  });
});

describe("PATCH /api/affiliate/platforms/{id}/commission-tiers", () => {
  test("PATCH /api/affiliate/platforms/{id}/commission-tiers replaces the list as a whole; a tier that is sent back keeps its id", async () => {
    const { ids, patch } = await signedInOwner(2);
    const [platformId, other] = ids as [string, string];
    const at = `${platformId}/commission-tiers`;
    const first = await patch(at, {
      platformId,
      commissionTiers: [
        tier(),
        tier({ name: "", minAmount: 1000, maxAmount: null, type: "fixed", value: 12.5 }),
      ],
    });
    expect(first.status).toBe(200);
    const [bronze, second] = first.json.platform.commissionTiers;
    expect(second).toMatchObject({ name: "Tier 2", minAmount: "1000.00", maxAmount: null, value: "12.50" });

    const foreign = await patch(`${other}/commission-tiers`, {
      platformId: other,
      commissionTiers: [
        tier({ id: bronze.id }),
        tier({ id: "made-up", minAmount: "1000", maxAmount: "2000" }),
      ],
    });
    expect(foreign.json.platform.commissionTiers.map(({ id }: { id: string }) => id)).not.toContain(
      bronze.id,
    );

    const renamed = { ...bronze, name: "Copper" };
    const again = await patch(at, { platformId, commissionTiers: [renamed] });
    expect(again.json.platform.commissionTiers).toEqual([renamed]);
    expect((await patch(at, { platformId, commissionTiers: [] })).json.platform.commissionTiers).toEqual([]);
  });

  test.each<[what: string, rows: object[], field: string, message: string]>([
    ["a negative start", [tier({ minAmount: "-1" })], "0.minAmount", messages.tiers.minShape],
    ["no number", [tier({ minAmount: "NaN" })], "0.minAmount", messages.tiers.minShape],
    ["too much", [tier({ maxAmount: "1000000000000000000" })], "0.maxAmount", messages.tiers.maxShape],
    ["too much, as a number", [tier({ maxAmount: 1e18 })], "0.maxAmount", messages.tiers.maxShape],
    ["0 percent", [tier({ value: "0" })], "0.value", messages.tiers.valueShape],
    ["101 percent", [tier({ value: "100.01" })], "0.value", messages.tiers.percentRange],
    ["a negative fixed amount", [tier({ type: "fixed", value: "-5" })], "0.value", messages.tiers.valueShape],
    ["another kind", [tier({ type: "share" })], "0.type", messages.tiers.typeShape],
    ["a currency that is none", [tier({ currency: "XYZ1" })], "0.currency", messages.fields.currencyShape],
    ["half a yen", [tier({ currency: "JPY", maxAmount: "0.5" })], "0.maxAmount", messages.tiers.digits],
    ["a range that is none", [tier({ minAmount: "5", maxAmount: "5" })], "0.maxAmount", messages.tiers.range],
    [
      "an overlap",
      [tier(), tier({ name: " ", minAmount: "999.99", maxAmount: null })],
      "1.minAmount",
      "Tier 2 starts inside Bronze. Start it at €1,000.00.",
    ],
    [
      "an overlap with an end to the cent",
      [tier({ maxAmount: "19999.99" }), tier({ name: "Gold", minAmount: "18000", maxAmount: null })],
      "1.minAmount",
      "Gold starts inside Bronze. Start it at €20,000.00.",
    ],
    [
      "two that begin at once",
      [tier({ maxAmount: null }), tier({ maxAmount: null })],
      "1.minAmount",
      "Bronze starts where Bronze starts. Start it higher.",
    ],
    [
      "an overlap in another order",
      [tier({ minAmount: "1000", maxAmount: "2000" }), tier({ name: "Copper", maxAmount: "1500" })],
      "0.minAmount",
      "Bronze starts inside Copper. Start it at €1,500.00.",
    ],
    [
      "an open end inside",
      [tier({ maxAmount: null }), tier({ minAmount: "1000", maxAmount: null })],
      "0.maxAmount",
      messages.tiers.openInside,
    ],
    [
      "two currencies",
      [tier(), tier({ minAmount: "1000", maxAmount: null, currency: "USD" })],
      "1.currency",
      messages.tiers.oneCurrency,
    ],
  ])(
    "PATCH /api/affiliate/platforms/{id}/commission-tiers refuses %s beside its row, and changes nothing",
    async (_what, commissionTiers, field, message) => {
      const { ids, patch } = await signedInOwner(1);
      const platformId = String(ids[0]);
      await patch(`${platformId}/commission-tiers`, { platformId, commissionTiers: [tier()] });
      const { status, json } = await patch(`${platformId}/commission-tiers`, { platformId, commissionTiers });
      expect(status).toBe(400);
      expect(json.errors).toContainEqual({ field: `commissionTiers.${field}`, message });
      expect(await CommissionTier.count({ where: { platformId } })).toBe(1);
    },
  );

  test("PATCH /api/affiliate/platforms/{id}/commission-tiers refuses 21 tiers, 10,000, and what is no list", async () => {
    const { ids, patch } = await signedInOwner(1);
    const platformId = String(ids[0]);
    const at = `${platformId}/commission-tiers`;
    const rows = (count: number) =>
      Array.from({ length: count }, (_, row) => tier({ minAmount: row, maxAmount: row + 1, name: "" }));
    const { status, json } = await patch(at, { platformId, commissionTiers: rows(21) });
    expect([status, json.error]).toEqual([400, messages.tiers.tooMany]);
    expect([400, 413]).toContain((await patch(at, { platformId, commissionTiers: rows(10_000) })).status);
    expect((await patch(at, { platformId, commissionTiers: "none" })).status).toBe(400);
    expect((await patch(at, { platformId, commissionTiers: rows(20) })).status).toBe(200);
    const other = await patch(at, { platformId: newId(), commissionTiers: [] });
    expect([other.status, other.json.error]).toEqual([400, sentences.otherPlatform]);
  });

  test("PATCH /api/affiliate/platforms/{id}/commission-tiers omits the end of an open last tier and refuses an invalid start", async () => {
    const { ids, patch } = await signedInOwner(1);
    const platformId = String(ids[0]);
    const { maxAmount: _, ...open } = tier();
    const to = (commissionTiers: object[]) =>
      patch(`${platformId}/commission-tiers`, { platformId, commissionTiers });
    expect((await to([open])).json.platform.commissionTiers).toMatchObject([{ maxAmount: null }]);
    const { status, json } = await to([tier({ minAmount: null })]);
    expect([status, json.errors[0].field]).toEqual([400, "commissionTiers.0.minAmount"]);
  });

  test("PATCH /api/affiliate/platforms/{id}/commission-tiers replaces only the version that the request names", async () => {
    const { owner, ids } = await signedInOwner(1);
    const one = { workspaceId: owner.workspace.id, platformId: String(ids[0]) };
    const seen = tiersVersion(currentTiers(await getPlatform(one)));
    await replaceTiers({
      access: toAccess(owner),
      platformId: one.platformId,
      tiers: Tiers.parse([tier({ value: "11" })]),
      seen,
    });
    const late = replaceTiers({
      access: toAccess(owner),
      platformId: one.platformId,
      tiers: Tiers.parse([tier({ value: "33" })]),
      seen,
    });
    await expect(late).rejects.toMatchObject({ status: 409, code: "changed_meanwhile" });
    expect(currentTiers(await getPlatform(one))).toMatchObject([{ value: expect.stringMatching(/^11/) }]);
  });

  test("PATCH /api/affiliate/platforms/{id}/commission-tiers lets tiers touch and leave a gap", async () => {
    const { ids, patch } = await signedInOwner(1);
    const platformId = String(ids[0]);
    const commissionTiers = [
      tier({ minAmount: "100" }),
      tier({ minAmount: "1000", maxAmount: "2000" }),
      tier({ minAmount: "5000", maxAmount: null }),
    ];
    expect((await patch(`${platformId}/commission-tiers`, { platformId, commissionTiers })).status).toBe(200);
  });
});

describe("PATCH /api/affiliate/platforms/{id}/default", () => {
  test("PATCH /api/affiliate/platforms/{id}/default refuses a body of an unsupported type", async () => {
    const { ids, token } = await signedInOwner(2);
    const at = `${path}/${ids[1]}/default`;
    const response = await site.send(at, {
      method: "PATCH",
      token,
      body: "x",
      headers: { "content-type": "text/plain" },
    });
    expect([response.status, response.json.code]).toEqual([415, "unsupported_media_type"]);
    expect((await site.send(at, { method: "PATCH", token })).status).toBe(200);
  });
});

describe("DELETE /api/affiliate/platforms/{id}", () => {
  test("DELETE /api/affiliate/platforms/{id} deletes a platform with its tiers", async () => {
    const { ids, token, patch } = await signedInOwner(2);
    const platformId = String(ids[1]);
    await patch(`${platformId}/commission-tiers`, { platformId, commissionTiers: [tier()] });
    expect((await site.send(`${path}/${platformId}`, { method: "DELETE", token })).status).toBe(204);
    expect(await Platform.findByPk(platformId)).toBeNull();
    expect(await CommissionTier.count({ where: { platformId } })).toBe(0);
    expect((await site.send(`${path}/${platformId}`, { method: "DELETE", token })).status).toBe(404);
  });

  test("a deleted platform with submissions is archived: off lists and forms, its name free again", async () => {
    const form = await createForm();
    const submission = await submitForm(form);
    const [platform] = form.platforms;
    const { token } = await signInAs(form.owner);
    expect((await site.send(`${path}/${platform?.id}`, { method: "DELETE", token })).status).toBe(204);
    expect(await readPlatforms(token)).toEqual([]);
    const row = await Platform.findByPk(String(platform?.id), { rejectOnEmpty: true });
    expect(row).toMatchObject({ nameKey: null, isDefault: null, isActive: false });
    expect(row.archivedAt).not.toBeNull();
    expect(await OptInFormPlatform.count({ where: { platformId: row.id } })).toBe(0);
    await eventually(async () =>
      expect((await site.send(`/api/optin/${form.slug}`)).json.platforms).toEqual([]),
    );
    const renamed = await Submission.findByPk(submission.id, { rejectOnEmpty: true });
    expect(renamed.platformName).toBe(platform?.name);
    const again = await site.send(path, { token, json: { name: platform?.name, icon: "Coins" } });
    expect([again.status, again.json.platform.isDefault]).toEqual([201, true]);
    expect(
      (await site.send(`${path}/${row.id}`, { method: "PATCH", token, json: { name: "Back" } })).status,
    ).toBe(404);
  });
});

describe("another owner's platform", () => {
  test("another owner's platform is a 404 for every operation", async () => {
    const { ids, rows } = await signedInOwner(1);
    const { patch, token } = await signedInOwner(1);
    const foreign = String(ids[0]);
    const responses = await Promise.all([
      patch(foreign, { name: "Mine now" }),
      patch(`${foreign}/status`, { isActive: false }),
      patch(`${foreign}/default`),
      patch(`${foreign}/commission-tiers`, { platformId: foreign, commissionTiers: [tier()] }),
      site.send(`${path}/${foreign}`, { method: "DELETE", token }),
      patch("not-an-id", { name: "Nowhere" }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    await rows[0]?.reload();
    expect(rows[0]).toMatchObject({ name: rows[0]?.name, isActive: true, isDefault: true });
    expect(await CommissionTier.count({ where: { platformId: foreign } })).toBe(0);
  });
});

describe("GET /api/affiliate/public/platforms", () => {
  const at = (ids: string) => site.send(`/api/affiliate/public/platforms?ids=${ids}`);

  test("GET /api/affiliate/public/platforms shows active ones in the given order, and nothing of their owner", async () => {
    const { ids, patch } = await signedInOwner(3);
    await patch(`${ids[1]}/status`, { isActive: false });
    const { status, json, headers } = await at(`${ids[2]},${ids[1]},${ids[0]},${ids[2]},${newId()},x`);
    expect(status).toBe(200);
    expect(json.platforms.map(({ id }: ListedPlatform) => id)).toEqual([ids[2], ids[0]]);
    expect(Object.keys(json.platforms[0]).sort()).toEqual(
      ["commissionTiers", "icon", "id", "name", "userPlatformId"].sort(),
    );
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cache-control")).toBe("public, max-age=60");
    expect(headers.get("etag")).toMatch(/^"/);
  });

  test("GET /api/affiliate/public/platforms shows none of a deactivated account", async () => {
    const { ids, owner } = await signedInOwner(1);
    expect((await at(String(ids[0]))).json.platforms).toHaveLength(1);
    await owner.update({ isActive: false });
    expect((await at(String(ids[0]))).json.platforms).toEqual([]);
  });

  test("GET /api/affiliate/public/platforms refuses no ids and more than fifty", async () => {
    for (const ids of ["", ",", Array.from({ length: 51 }, () => unique()).join(","), "a,".repeat(2_000)]) {
      expect((await at(ids)).status).toBe(400);
    }
    const many = Array.from({ length: 51 }, () => unique());
    expect((await at(many.join(","))).json.error).toBe(sentences.idsMany);
    expect((await site.send("/api/affiliate/public/platforms")).json.error).toBe(sentences.idsRequired);
  });
});
