import { describe, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { AccountToken, Mail, Session, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, signInAs, unique } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const PASSWORD = "correct horse battery";
const account = "/dashboard/settings/account";

const patch = (path: string, token: string, json: unknown) =>
  site.send(`/api/user/${path}`, { method: "PATCH", token, json });
const long = (sessionId: string) =>
  Session.update({ authenticatedAt: new Date(Date.now() - DAY) }, { where: { id: sessionId } });
const fromPage = { "sec-fetch-site": "same-origin" };
const readFlash = async (headers: Headers, cookie: string) => {
  const line = headers.getSetCookie().find((each) => each.startsWith("attesto_flash=")) ?? "";
  return (await site.send(account, { cookie: `${cookie}; ${line.split(";")[0]}` })).text;
};

describe("PATCH /api/user/update-profile", () => {
  test("PATCH /api/user/update-profile changes what is sent, and only what an owner may change", async () => {
    const owner = await createOwner();
    const { token } = await signInAs(owner);
    const { status, json } = await patch("update-profile", token, {
      name: "  Iria Vázquez ",
      username: "Iria.V",
      role: "superadmin",
      isActive: false,
      emailVerifiedAt: null,
      _id: "other",
      subscription: { status: "none" },
    });
    expect(status).toBe(200);
    expect(json.user).toMatchObject({
      _id: owner.id,
      name: "Iria Vázquez",
      username: "Iria.V",
      role: "user",
    });
    expect(json.message).toBeUndefined();
    expect(await User.findByPk(owner.id)).toMatchObject({
      usernameKey: "iria.v",
      role: "user",
      isActive: true,
      email: owner.email,
    });
    expect(await owner.workspace.reload()).toMatchObject({ subscriptionStatus: "active" });
    expect((await site.send("/api/user/profile", { token })).json.user).toEqual(json.user);
  });

  test("PATCH /api/user/update-profile refuses a username that another account has, whatever its case", async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const { token } = await signInAs(owner);
    const { status, json } = await patch("update-profile", token, { username: other.username.toUpperCase() });
    expect([status, json.code, json.error]).toEqual([409, "username_taken", messages.profile.usernameTaken]);
    expect((await patch("update-profile", token, { username: owner.username.toUpperCase() })).status).toBe(
      200,
    );
  });

  test.each([
    ["ab", "username", messages.fields.usernameShape],
    ["a".repeat(31), "username", messages.fields.usernameShape],
    ["josé", "username", messages.fields.usernameShape],
    ["a b c", "username", messages.fields.usernameShape],
  ])("PATCH /api/user/update-profile refuses the username %j", async (username, field, message) => {
    const { token } = await signInAs(await createOwner());
    const { status, json } = await patch("update-profile", token, { username });
    expect([status, json.errors]).toEqual([400, [{ field, message }]]);
  });

  test("PATCH /api/user/update-profile refuses an empty name, another currency and no change at all", async () => {
    const { token } = await signInAs(await createOwner());
    const refused = async (json: unknown) => (await patch("update-profile", token, json)).json.error;
    expect(await refused({ name: " " })).toBe(messages.fields.nameRequired);
    expect(await refused({ preferences: { currency: "XXY" } })).toBe(messages.fields.currencyShape);
    expect(await refused({ preferences: { timezone: "Mars/Base" } })).toBe(messages.fields.timeZoneShape);
    expect(await refused({})).toBe(messages.profile.nothingToChange);
  });

  test("PATCH /api/user/update-profile uses a new address only once its link was used", async () => {
    const owner = await createOwner();
    const { token } = await signInAs(owner);
    const email = `new-${unique()}@example.com`;
    const { status, json } = await patch("update-profile", token, { email });
    expect([status, json.message, json.user.email]).toEqual([
      200,
      messages.profile.emailPending,
      owner.email,
    ]);
    const asked = await Mail.findOne({ where: { kind: "email-change-asked" } });
    expect(asked).toMatchObject({ toAddress: owner.email, userId: owner.id });
    const mail = await Mail.findOne({ where: { kind: "change-email" }, rejectOnEmpty: true });
    expect([mail.toAddress, mail.userId]).toEqual([email, owner.id]);
    expect((await site.mail.latest(email)).text).toContain(email);
    expect(await AccountToken.count({ where: { userId: owner.id, purpose: "change-email", email } })).toBe(1);
    expect(await User.findByPk(owner.id)).toMatchObject({ email: owner.email });
  });

  test("PATCH /api/user/update-profile gives the same response for another account's address and notifies only its owner", async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const { token } = await signInAs(owner);
    const known = await patch("update-profile", token, { email: other.email.toUpperCase() });
    const mine = `new-${unique()}@example.com`;
    const free = await patch("update-profile", token, { email: mine });
    const { updatedAt: _, ...user } = known.json.user;
    expect([known.status, known.json.message, user]).toEqual([200, free.json.message, free.json.user]);
    const sent = (await Mail.findAll()).map(({ kind, toAddress }) => `${kind} ${toAddress}`);
    expect(sent.sort()).toEqual(
      [
        `address-known ${other.email}`,
        `change-email ${mine}`,
        `email-change-asked ${owner.email}`,
        `email-change-asked ${owner.email}`,
      ].sort(),
    );
  });

  test("PATCH /api/user/update-profile drops a pending address when the password changes or the other devices are signed out", async () => {
    const password = "correct horse battery";
    const owner = await createOwner({ password });
    const { token } = await signInAs(owner);
    const newPassword = "staple of another kind";
    const stops = [
      () => site.send("/api/user/sessions", { method: "DELETE", token }),
      () =>
        site.send("/api/user/change-password", { token, json: { currentPassword: password, newPassword } }),
    ];
    for (const stop of stops) {
      const email = `new-${unique()}@example.com`;
      await patch("update-profile", token, { email });
      const link = await site.mail.linkTo(email);
      await eventually(async () =>
        expect((await site.mail.latest(owner.email, /asked to change/)).text).toContain(email),
      );
      expect((await stop()).status).toBe(204);
      expect((await site.send(`/api/auth${link}`)).json.error).toBe(messages.auth.linkInvalid);
    }
    expect((await owner.reload()).email).toBe(owner.email);
  });

  test("PATCH /api/user/update-profile asks for recent authentication only when the address changes", async () => {
    const owner = await createOwner();
    const { token, sessionId } = await signInAs(owner);
    await long(sessionId);
    const same = await patch("update-profile", token, { email: owner.email.toUpperCase(), name: "Iria" });
    expect(same.status).toBe(200);
    const { status, json } = await patch("update-profile", token, { email: "new@example.com", name: "Ana" });
    expect([status, json.code]).toEqual([403, "reauthentication_required"]);
    expect(await User.findByPk(owner.id)).toMatchObject({ name: "Iria" });
    expect(await Mail.count()).toBe(0);
  });
});

describe("another address", () => {
  const strict = serveSite({ RATE_LIMIT_SCALE: "1" });

  test("another address can be requested five times an hour, by program and page together", async () => {
    const owner = await createOwner();
    const { token, cookie } = await signInAs(owner);
    const byProgram = (email: string) =>
      strict.send("/api/user/update-profile", { method: "PATCH", token, json: { email } });
    const onPage = (email: string) => {
      const form = { intent: "profile", name: owner.name, username: owner.username, email };
      return strict.send(account, { form, cookie, headers: fromPage });
    };
    for (let times = 0; times < 3; times++)
      expect((await byProgram(`new-${unique()}@example.com`)).json.message).toBe(
        messages.profile.emailPending,
      );
    for (let times = 0; times < 2; times++)
      expect((await onPage(`new-${unique()}@example.com`)).status).toBe(303);
    const refused = await byProgram(`new-${unique()}@example.com`);
    expect([refused.status, refused.json.code]).toEqual([429, "rate_limited"]);
    const page = await onPage(`new-${unique()}@example.com`);
    expect([page.status, page.text.includes("Too many requests")]).toEqual([429, true]);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await Mail.count({ where: { kind: "change-email" } })).toBe(5);
    // What else is in the form is still taken.
    expect((await onPage(owner.email)).status).toBe(303);
  });

  test("another address can be requested five times an hour by all accounts together", async () => {
    const email = `wanted-${unique()}@example.com`;
    const ask = async () => {
      const { token } = await signInAs(await createOwner());
      return (await strict.send("/api/user/update-profile", { method: "PATCH", token, json: { email } }))
        .status;
    };
    const statuses: number[] = [];
    for (let times = 0; times < 6; times++) statuses.push(await ask());
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("mail to an unverified address", () => {
  const name = "You have won, call 555 0100";

  test("a mail to an unverified address contains nothing that a stranger typed", async () => {
    const [asker, known] = [await createOwner(), await createOwner({ emailVerifiedAt: null })];
    await User.update({ name: name }, { where: {} });
    const { token } = await signInAs(asker);
    const fresh = `new-${unique()}@example.com`;
    for (const email of [fresh, known.email]) await patch("update-profile", token, { email });
    for (const path of ["resend-verification", "forgot-password"])
      await site.send(`/api/auth/${path}`, { json: { email: known.email } });
    const subjects = [/Confirm your new/, /already have an/, /Set a new password/, /Verify your email/];
    for (const [index, subject] of subjects.entries()) {
      const { text = "", html = "" } = await site.mail.latest(index === 0 ? fresh : known.email, subject);
      expect(text).toContain("Hi,");
      expect(text + html).not.toContain(name);
    }
    await site.send("/api/auth/forgot-password", { json: { email: asker.email } });
    expect((await site.mail.latest(asker.email)).text).toContain(`Hi ${name},`);
  });
});

describe("name", () => {
  test.each([
    ["WIN 1000 EUR http://evil.example/win", messages.fields.nameAddress],
    ["WWW.evil.example", messages.fields.nameAddress],
    ["Iria\u202e moc.elpmaxe", messages.fields.nameCharacters],
    ["Ir\u200bia", messages.fields.nameCharacters],
    ["Ir\u00adia", messages.fields.nameCharacters],
    ["Ir\u3164ia", messages.fields.nameCharacters],
    ["Iria\r\nBcc: a@b.co", messages.fields.nameCharacters],
    ["Iria\u2028Desk", messages.fields.nameCharacters],
  ])("a name is not %j, at registering and in the settings", async (name, message) => {
    const { token } = await signInAs(await createOwner());
    const json = {
      name,
      username: unique(),
      email: `${unique()}@example.com`,
      password: "a long one to type",
    };
    for (const refused of [
      await patch("update-profile", token, { name }),
      await site.send("/api/auth/register", { json }),
    ])
      expect([refused.status, refused.json.errors]).toEqual([400, [{ field: "name", message }]]);
  });

  test.each(["Dr. Włodzimierz O'Neil-Ñúñez", "李小龙", "شركة\u200f محمد", "می\u200cخواهم", "👩\u200d👧"])(
    "a name may be %j",
    async (name) => {
      const { token } = await signInAs(await createOwner());
      expect((await patch("update-profile", token, { name })).json.user.name).toBe(name);
    },
  );

  test("the name of a platform, a tier or a key has no invisible characters", async () => {
    const { token } = await signInAs(await createOwner());
    const name = "Broker\u202eX";
    const tier = { name, minAmount: "0", maxAmount: null, type: "fixed", value: "1", currency: "EUR" };
    for (const [path, json] of [
      ["/api/affiliate/platforms", { name, icon: "Coins" }],
      ["/api/affiliate/platforms", { name: "Broker", icon: "Coins", commissionTiers: [tier] }],
      ["/api/user/api-keys", { name, scopes: ["stats:read"] }],
    ] as const) {
      const { status, json: refused } = await site.send(path, { token, json });
      expect([status, refused.errors[0].message]).toEqual([400, messages.fields.nameCharacters]);
    }
  });
});

describe("PATCH /api/user/update-address and update-phone", () => {
  test("PATCH /api/user/update-address and update-phone change the parts that are sent and keep the rest", async () => {
    const { token } = await signInAs(await createOwner());
    const first = await patch("update-address", token, { address: { street: "Rúa 1", city: "Vigo" } });
    expect(first.json.user.address).toEqual({
      street: "Rúa 1",
      city: "Vigo",
      state: "",
      postalCode: "",
      country: "",
    });
    const second = await patch("update-address", token, { address: { city: "Lugo" } });
    expect(second.json.user.address).toMatchObject({ street: "Rúa 1", city: "Lugo" });
    expect((await patch("update-address", token, { address: {} })).status).toBe(400);
    expect((await patch("update-address", token, { address: { city: "x".repeat(101) } })).status).toBe(400);
  });

  test.each([
    ["update-address", { address: { street: "a\0b" } }, "address.street"],
    ["update-address", { address: { city: "Lugo", "x\0y": 1 } }, "address"],
    ["update-profile", { name: "half a character \ud83d" }, "name"],
    ["update-profile", { name: "Iria", "\ud83d": null }, ""],
  ])(
    "PATCH /api/user/update-address and update-phone refuse by %s a text that no database takes: %j",
    async (path, body, field) => {
      const { token } = await signInAs(await createOwner());
      const { status, json } = await patch(path, token, body);
      expect([status, json.errors]).toEqual([400, [{ field, message: "Please check this value" }]]);
    },
  );

  test("PATCH /api/user/update-address and update-phone keep the phone as E.164", async () => {
    const { token } = await signInAs(await createOwner());
    const { json } = await patch("update-phone", token, { phoneNumber: " 0034 600 555 123 " });
    expect(json.user.phoneNumber).toBe("+34600555123");
    for (const phoneNumber of ["600 555 123", "+34 1", "+4915000000", "phone"])
      expect((await patch("update-phone", token, { phoneNumber })).json.error).toBe(
        messages.fields.phoneShape,
      );
    expect((await patch("update-phone", token, {})).json.error).toBe(messages.fields.phoneRequired);
  });

  test.each([null, "", " "])(
    "PATCH /api/user/update-address and update-phone remove the phone as %j",
    async (phoneNumber) => {
      const owner = await createOwner();
      const { token, cookie } = await signInAs(owner);
      await patch("update-phone", token, { phoneNumber: "+34600555123" });
      const { status, json } = await patch("update-phone", token, { phoneNumber });
      expect([status, json.user.phoneNumber]).toEqual([200, null]);
      await patch("update-phone", token, { phoneNumber: "+34600555123" });
      const form = { intent: "phone", phoneNumber: phoneNumber ?? "" };
      expect((await site.send(account, { form, cookie, headers: fromPage })).status).toBe(303);
      expect((await owner.reload()).phoneNumber).toBeNull();
    },
  );

  test("PATCH /api/user/update-address and update-phone read a row that holds nonsense as no address and the usual notifications", async () => {
    const owner = await createOwner();
    await owner.update({ address: '{"street": 1}', notificationPreferences: "nonsense" });
    const { token } = await signInAs(owner);
    const { status, json } = await site.send("/api/user/profile", { token });
    expect([status, json.user.address]).toEqual([200, null]);
    expect(json.user.notificationPreferences.security).toEqual({
      email: true,
      inApp: true,
      telegram: false,
    });
  });
});

describe("PATCH /api/user/notifications", () => {
  test("PATCH /api/user/notifications changes the switches that are sent", async () => {
    const { token } = await signInAs(await createOwner());
    const { status, json } = await patch("notifications", token, {
      newSubmission: { email: true },
      security: { inApp: false, email: true },
    });
    expect(status).toBe(200);
    expect(json.notificationPreferences).toMatchObject({
      newSubmission: { email: true, inApp: true },
      security: { email: true, inApp: false },
    });
    const { user } = (await site.send("/api/user/profile", { token })).json;
    expect(user.notificationPreferences).toEqual(json.notificationPreferences);
  });

  test("PATCH /api/user/notifications does not switch off the mails about the account's safety", async () => {
    const { token } = await signInAs(await createOwner());
    const { status, json } = await patch("notifications", token, { security: { email: false } });
    expect([status, json.errors]).toEqual([
      400,
      [{ field: "security.email", message: messages.notifications.securityStays }],
    ]);
  });
});

describe("POST /api/auth/reauthenticate", () => {
  test("POST /api/auth/reauthenticate allows actions that need recent authentication and ends no session", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { token, sessionId } = await signInAs(owner);
    await long(sessionId);
    const prove = (password: string) => site.send("/api/auth/reauthenticate", { token, json: { password } });
    const wrong = await prove("wrong password");
    expect([wrong.status, wrong.json.errors]).toEqual([
      400,
      [{ field: "password", message: messages.profile.wrongPassword }],
    ]);
    expect((await patch("update-profile", token, { email: "new@example.com" })).status).toBe(403);
    expect((await prove(PASSWORD)).status).toBe(204);
    expect((await patch("update-profile", token, { email: "new@example.com" })).status).toBe(200);
  });

  test("POST /api/auth/reauthenticate says what to do to an account without a password", async () => {
    const { token } = await signInAs(await createOwner());
    const { json } = await site.send("/api/auth/reauthenticate", { token, json: { password: "x" } });
    expect(json.error).toBe(messages.profile.noPassword);
  });
});

describe("account page without script", () => {
  test("the account page without script saves and says so, each form by itself", async () => {
    const owner = await createOwner();
    const { cookie } = await signInAs(owner);
    const post = (form: Record<string, string>) => site.send(account, { form, cookie, headers: fromPage });
    const profile = await post({ intent: "profile", name: "Iria", username: "iria.v", email: owner.email });
    expect([profile.status, profile.headers.get("location")]).toEqual([303, account]);
    expect(await readFlash(profile.headers, cookie)).toContain(messages.profile.profileUpdated);
    const address = await post({ intent: "address", street: "Rúa 1", city: "", country: "Spain" });
    expect(await readFlash(address.headers, cookie)).toContain(messages.profile.addressUpdated);
    const phone = await post({ intent: "phone", phoneNumber: "+34600555123" });
    const shown = await readFlash(phone.headers, cookie);
    for (const text of [
      messages.profile.phoneUpdated,
      'value="iria.v"',
      'value="Rúa 1"',
      'value="+34600555123"',
    ])
      expect(shown).toContain(text);
  });

  test("the account page without script says what failed and keeps the form's values", async () => {
    const other = await createOwner();
    const { cookie } = await signInAs(await createOwner());
    const post = (form: Record<string, string>) => site.send(account, { form, cookie, headers: fromPage });
    const taken = await post({
      intent: "profile",
      name: "I",
      username: other.username,
      email: "a@example.com",
    });
    expect(taken.status).toBe(409);
    for (const text of [messages.profile.usernameTaken, "<title>Error: "]) expect(taken.text).toContain(text);
    expect(taken.text).not.toContain(messages.profile.profileFailed);
    expect(taken.text).toContain(`value="${other.username}"`);
    const phone = await post({ intent: "phone", phoneNumber: "12" });
    expect([phone.status, phone.text.includes(messages.profile.phoneFailed)]).toEqual([400, false]);
    expect(phone.text).toContain('value="12"');
    const address = await post({ intent: "address", street: "x".repeat(201) });
    expect([address.status, address.text.includes(messages.profile.addressFailed)]).toEqual([400, false]);
    expect((await post({ intent: "nothing" })).status).toBe(400);
  });

  test.each([
    ["profile", "name", 101, messages.fields.nameLong],
    ["address", "street", 201, messages.fields.streetLong],
    ["address", "city", 101, messages.fields.cityLong],
    ["address", "state", 101, messages.fields.stateLong],
    ["address", "postalCode", 21, messages.fields.postalCodeLong],
    ["address", "country", 101, messages.fields.countryLong],
  ])(
    "the account page without script says in the form %s how long the %s may be",
    async (form, name, length, sentence) => {
      const { cookie } = await signInAs(await createOwner());
      const typed = { intent: form, username: "iria.v", email: "a@example.com", [name]: "x".repeat(length) };
      const { status, text } = await site.send(account, { form: typed, cookie, headers: fromPage });
      expect([status, text.includes(sentence)]).toEqual([400, true]);
      expect(text).not.toMatch(/Too big|Invalid input|expected/);
    },
  );

  test("the account page without script asks for the password before another address, and comes back with what was typed", async () => {
    const owner = await createOwner({ password: PASSWORD });
    const { cookie, sessionId } = await signInAs(owner);
    await long(sessionId);
    const form = { intent: "profile", name: "Iria", username: owner.username, email: "typed@example.com" };
    const asked = await site.send(account, { form, cookie, headers: fromPage });
    const location = asked.headers.get("location") ?? "";
    expect([asked.status, location]).toEqual([
      303,
      "/reauthenticate?returnTo=%2Fdashboard%2Fsettings%2Faccount",
    ]);
    const [setCookie = ""] = asked.headers.getSetCookie();
    expect(setCookie).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const [typed = ""] = setCookie.split(";");
    expect((await site.send(location, { cookie })).text).toContain(messages.auth.proofNeeded);
    const wrong = await site.send(location, {
      form: { intent: "confirm-password", password: "no" },
      cookie,
      headers: fromPage,
    });
    expect([wrong.status, wrong.text.includes(messages.profile.wrongPassword)]).toEqual([400, true]);
    const proven = await site.send(location, {
      form: { intent: "confirm-password", password: PASSWORD },
      cookie,
      headers: fromPage,
    });
    expect([proven.status, proven.headers.get("location")]).toEqual([303, account]);
    const renewed = proven.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await site.send("/api/user/profile", { cookie })).status).toBe(401);
    const back = await site.send(account, { cookie: `${renewed}; ${typed}` });
    expect(back.text).toContain('value="typed@example.com"');
    expect(back.headers.getSetCookie().join()).toContain("attesto_typed_profile=; Max-Age=0; Path=/;");
    const stranger = await signInAs(await createOwner());
    const made = Buffer.from(JSON.stringify({ ...form, email: "typed@example.com" })).toString("base64");
    for (const planted of [typed, `attesto_typed_profile=${encodeURIComponent(made)}`]) {
      const { text } = await site.send(account, { cookie: `${stranger.cookie}; ${planted}` });
      expect(text).not.toContain("typed@example.com");
    }
    expect(back.text).toContain(messages.profile.notSavedYet);
    const saved = await site.send(account, { form, cookie: renewed, headers: fromPage });
    expect(await readFlash(saved.headers, renewed)).toContain(messages.profile.emailPending);
  });

  test("the account page without script shows the pending address, known or not, sends its email again and cancels it", async () => {
    const other = await createOwner();
    for (const email of [`new-${unique()}@example.com`, other.email]) {
      const { cookie, token } = await signInAs(await createOwner());
      const post = (intent: string) => site.send(account, { form: { intent }, cookie, headers: fromPage });
      const isShown = async () => (await site.send(account, { cookie })).text.includes(`>${email}</b>`);
      expect(await isShown()).toBe(false);
      await patch("update-profile", token, { email });
      expect(await isShown()).toBe(true);
      site.mail.reset();
      expect(await readFlash((await post("resend-email")).headers, cookie)).toContain(
        messages.profile.emailPending,
      );
      const link = /token=\S+/.exec((await site.mail.latest(email)).text ?? "")?.[0];
      expect(await readFlash((await post("cancel-email")).headers, cookie)).toContain(
        messages.profile.emailCancelled,
      );
      expect(await isShown()).toBe(false);
      expect((await site.send(`/api/auth/verify-email?${link}`)).status).toBe(400);
    }
  });

  test("the account page without script reaches the export after entering the password, however old the session is", async () => {
    const { cookie, sessionId } = await signInAs(await createOwner());
    const file = "/dashboard/settings/account/export";
    expect((await site.send(account, { cookie })).text).toContain(`href="${file}"`);
    expect((await site.send(file, { cookie })).headers.get("location")).toBe("/api/user/export");
    await long(sessionId);
    const asked = new URL((await site.send(file, { cookie })).headers.get("location") ?? "", "http://x");
    const back = asked.searchParams.get("returnTo") ?? "";
    expect([asked.pathname, back]).toEqual(["/reauthenticate", `${account}?export=ready`]);
    expect((await site.send(back, { cookie })).text).not.toContain("Your file is ready.");
    await Session.update({ authenticatedAt: new Date() }, { where: { id: sessionId } });
    expect((await site.send(back, { cookie })).text).toContain("Your file is ready.");
  });

  test("the account page without script is the first page of the settings", async () => {
    const { cookie } = await signInAs(await createOwner());
    const { status, headers } = await site.send("/dashboard/settings", { cookie });
    expect([status, headers.get("location")]).toEqual([302, account]);
  });
});
