import { describe, expect, test } from "vitest";
import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { dayIn, MINUTE } from "#app/lib/dates.ts";
import { Submission, User, Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createForm, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/dashboard/settings/preferences";
const headers = { "sec-fetch-site": "same-origin" };
const LATE = "2026-11-10T23:30:00.000Z";

describe("preferences", () => {
  test("the preferences are saved by the call, and refused if they are invalid", async () => {
    const { token } = await signInAs(await createOwner());
    const patch = (preferences: object) =>
      site.send("/api/user/update-profile", { method: "PATCH", token, json: { preferences } });
    const { status, json } = await patch({ currency: "usd", theme: "light" });
    expect([status, json.user.preferences]).toEqual([
      200,
      { currency: "USD", timezone: "UTC", region: null, theme: "light" },
    ]);
    expect((await patch({ theme: "pink" })).status).toBe(400);
    const inZone = await patch({ timezone: "europe/madrid" });
    expect([inZone.status, inZone.json.user.preferences.timezone]).toEqual([200, "Europe/Madrid"]);
  });

  test("the preferences are saved on the page without script, with the theme in the cookie", async () => {
    const owner = await createOwner();
    const { cookie } = await signInAs(owner);
    const form = { intent: "preferences", currency: "CHF", timezone: "UTC", theme: "light" };
    const response = await site.send(path, { form, cookie, headers });
    expect([response.status, response.headers.get("location")]).toEqual([303, path]);
    const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    expect(await themeCookie.parse(cookies.join("; "))).toBe("light");
    const { text } = await site.send(path, { cookie: [cookie, ...cookies].join("; ") });
    expect(text).toContain(messages.profile.preferencesUpdated);
    expect(text).toMatch(/<html[^>]* class="light"/);
    expect(await User.findByPk(owner.id)).toMatchObject({ theme: "light" });
    expect(await owner.workspace.reload()).toMatchObject({ currency: "CHF" });
    const refused = await site.send(path, { form: { ...form, timezone: "Mars/Base" }, cookie, headers });
    expect([refused.status, refused.text.includes(messages.fields.timeZoneShape)]).toEqual([400, true]);
    expect(refused.text).not.toContain(messages.profile.preferencesFailed);
  });
});

describe("another time zone", () => {
  test("another time zone moves every submission to its day, those that arrive meanwhile too, and says so while it does", async () => {
    const form = await createForm();
    const { owner } = form;
    const { token, cookie } = await signInAs(owner);
    for (let count = 0; count < 12; count++)
      await submitForm(form, { now: new Date(Date.parse(LATE) + count * 3_600_000) });
    const other = await submitForm(await createForm(), { now: new Date(LATE) });
    const handled = await Submission.findOne({
      where: { workspaceId: owner.workspace.id },
      rejectOnEmpty: true,
    });

    const timezone = "Pacific/Auckland";
    const saved = await site.send("/api/user/update-profile", {
      method: "PATCH",
      token,
      json: { preferences: { timezone } },
    });
    expect(saved.status).toBe(200);
    expect((await site.send(path, { cookie })).text).toContain(messages.profile.zoneMoving);
    for (let count = 0; count < 6; count++) expect((await site.submit(form)).status).toBe(201);
    expect((await site.decide(token, handled.id, { status: "rejected" })).status).toBe(200);
    // Until a while has passed, submissions may arrive under the zone before.
    const { id } = owner.workspace;
    await Workspace.update({ zoneChangedAt: new Date(Date.now() - MINUTE) }, { where: { id } });

    await eventually(async () => {
      expect((await owner.workspace.reload()).zoneChangedAt).toBeNull();
    });
    const rows = await Submission.findAll({ where: { workspaceId: owner.workspace.id } });
    expect(rows.map(({ day }) => day)).toEqual(rows.map(({ createdAt }) => dayIn(timezone, createdAt)));
    expect(rows).toHaveLength(18);
    expect((await Submission.findByPk(other.id))?.day).toBe("2026-11-10");
    await expectTotalsToBeTrue();
    expect((await site.send(path, { cookie })).text).not.toContain(messages.profile.zoneMoving);
  });
});
