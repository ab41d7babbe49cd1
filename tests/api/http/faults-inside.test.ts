import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import {
  createForm,
  createOwner,
  optInBody,
  signInAs,
  submitForm,
  uniqueEmail,
} from "../../factories/index.ts";
import { type App, readLog, startApp } from "../../servers/app.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestApp } from "../../support/start-for-test.ts";

let app: App;
beforeAll(async () => {
  app = await startApp({ databaseUrl: process.env.DATABASE_URL ?? "", env: { RUN_WORKER: "no" } });
});
afterAll(async () => expect(await app.kill()).toBe(0));

let writtenBefore = 0;
beforeEach(() => {
  writtenBefore = app.output().length;
});

/** The server logs one error during the test. */
const expectOneError = () =>
  eventually(() => {
    const lines = readLog(app.output().slice(writtenBefore));
    expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1);
  });

const refuseWrites = (event: "INSERT" | "UPDATE", table: "optInForms" | "platforms" | "submissions") =>
  sequelize.query(
    isSqlite
      ? `CREATE TRIGGER refuses BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'no'); END`
      : `CREATE TRIGGER refuses BEFORE ${event} ON ${table} FOR EACH ROW SIGNAL SQLSTATE '45000'`,
  );

describe("fault of ours", () => {
  test("a fault of ours is a 500 that reveals nothing internal, stores nothing, and is logged without the input", async () => {
    const ended = await startTestApp();
    const form = await createForm();
    const email = uniqueEmail();
    const body = optInBody(form, { email, phone: "+34600777888", reference: "private-reference" });
    // Every submit now fails in the middle of its transaction.
    await sequelize.query("ALTER TABLE submissionTotals RENAME TO submissionTotalsAway");
    const { status, json } = await send(`${ended.url}/api/optin/${form.slug}/submit`, { json: body }).finally(
      () => sequelize.query("ALTER TABLE submissionTotalsAway RENAME TO submissionTotals"),
    );
    expect(status).toBe(500);
    expect(json).toEqual({
      error: "Something went wrong on our side. Please try again later.",
      code: "internal_error",
      requestId: expect.any(String),
    });
    expect(await Submission.count()).toBe(0);
    expect(await ended.kill()).toBe(0);
    const [line] = ended.log().filter(({ level }) => level >= 50);
    expect(line).toMatchObject({
      requestId: json.requestId,
      err: { code: expect.any(String), stack: expect.any(String) },
    });
    for (const secret of [email, "600777888", "private-reference", "INSERT INTO"])
      expect(ended.output()).not.toContain(secret);
  });

  test("a fault of ours is shown on the page that was posted, with the specified message and the input", async () => {
    const { cookie } = await signInAs(await createOwner());
    await refuseWrites("INSERT", "platforms");
    const response = await send(`${app.url}/dashboard/affiliate-settings`, {
      form: { intent: "create", name: "Northgate", icon: "Coins" },
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
    }).finally(() => sequelize.query("DROP TRIGGER refuses"));
    expect(response.status).toBe(500);
    expect(response.text).toContain(messages.platforms.createFailed);
    expect(response.text).toContain("Something went wrong on our side. Please try again later.");
    expect(response.text).toContain('value="Northgate"');
    await expectOneError();
  });

  test("a fault of ours is shown on the public form without script, with what the visitor typed", async () => {
    const form = await createForm();
    await sequelize.query("ALTER TABLE submissionTotals RENAME TO submissionTotalsAway");
    const { status, text } = await send(`${app.url}/optin/${form.slug}`, {
      form: {
        email: "kept@example.com",
        phone: "+34600555123",
        platform: String(form.platforms[0]?.id),
        amount: "250.00",
        currency: "EUR",
        consent: "on",
        formToken: issueFormToken("page"),
      },
      headers: { "sec-fetch-site": "same-origin" },
    }).finally(() => sequelize.query("ALTER TABLE submissionTotalsAway RENAME TO submissionTotals"));
    expect(status).toBe(500);
    expect(text).toContain(messages.optIn.failed);
    expect(text).toContain('value="kept@example.com"');
    expect(await Submission.count()).toBe(0);
    await expectOneError();
  });

  test("a fault of ours is shown on the form's settings, whether they are created, changed or deleted", async () => {
    const withoutForm = await signInAs(await createOwner());
    const withForm = await signInAs((await createForm()).owner);
    for (const [form, session, event, message] of [
      [{ intent: "create" }, withoutForm, "INSERT", messages.formSettings.createFailed],
      [{ intent: "remove-logo", version: "1" }, withForm, "UPDATE", messages.formSettings.updateFailed],
      [{ intent: "delete" }, withForm, "UPDATE", messages.formSettings.deleteFailed],
    ] as const) {
      await refuseWrites(event, "optInForms");
      const { status, text } = await send(`${app.url}/dashboard/optin-settings`, {
        form,
        cookie: session.cookie,
        headers: { "sec-fetch-site": "same-origin" },
      }).finally(() => sequelize.query("DROP TRIGGER refuses"));
      expect([form.intent, status, text.includes(message)]).toEqual([form.intent, 500, true]);
    }
  });

  test("a fault of ours is shown to an owner who decides, on the same page, with what was typed", async () => {
    const form = await createForm();
    const { id } = await submitForm(form, { amount: "200", currency: "EUR" });
    const { cookie } = await signInAs(form.owner);
    const decide = async (decision: Record<string, string>) => {
      await refuseWrites("UPDATE", "submissions");
      const response = await send(`${app.url}/dashboard/submissions?status=pending&open=${id}`, {
        form: { intent: "decide", submissionId: id, ...decision },
        cookie,
        headers: { "sec-fetch-site": "same-origin" },
      }).finally(() => sequelize.query("DROP TRIGGER refuses"));
      expect(await Submission.findByPk(id)).toMatchObject({ status: "pending" });
      return response;
    };
    const verified = await decide({ status: "handled", hasAmount: "yes", amount: "77.7", currency: "USD" });
    expect(verified.status).toBe(500);
    expect(verified.text.match(/<li>Failed to update submission<\/li>/g)).toHaveLength(1);
    expect(verified.text).toContain('value="77.7"');
    expect(verified.text).toContain('<option selected="">USD</option>');
    const rejected = await decide({ status: "rejected", reason: "other", reasonText: "Another account" });
    expect([rejected.status, rejected.text.includes(messages.submissions.updateFailed)]).toEqual([500, true]);
    expect(rejected.text).toContain(">Another account</textarea>");
  });

  test("a fault of ours is shown to an owner who undoes a decision, where the button stood", async () => {
    const form = await createForm();
    const { id } = await submitForm(form);
    const { token, cookie } = await signInAs(form.owner);
    const path = `${app.url}/api/optin/dashboard/submissions/${id}`;
    expect((await send(path, { method: "PUT", token, json: { status: "rejected" } })).status).toBe(200);
    await refuseWrites("UPDATE", "submissions");
    const { status, headers } = await send(`${app.url}/dashboard/submissions?status=rejected`, {
      form: { intent: "decide", submissionId: id, status: "pending" },
      cookie,
      headers: { "sec-fetch-site": "same-origin" },
    }).finally(() => sequelize.query("DROP TRIGGER refuses"));
    expect([status, headers.get("location")]).toEqual([303, "/dashboard/submissions?status=rejected"]);
    const flash = headers
      .getSetCookie()
      .find((line) => line.startsWith("attesto_flash="))
      ?.split(";")[0];
    const { text } = await send(`${app.url}/dashboard/submissions`, { cookie: `${cookie}; ${flash}` });
    expect(text).toContain(messages.submissions.updateFailed);
    expect(await Submission.findByPk(id)).toMatchObject({ status: "rejected" });
  });

  test("a fault of ours is shown in place of the page, inside the dashboard, with its request id and nothing internal", async () => {
    const form = await createForm();
    await submitForm(form);
    const { cookie } = await signInAs(form.owner);
    const pages = [
      { table: "imports", path: "/dashboard/statements", sentence: messages.loading.statements },
      { table: "deliveries", path: "/dashboard/submissions", sentence: messages.loading.submissions },
      {
        table: "monthTotals",
        path: "/dashboard/affiliate-settings",
        sentence: messages.loading.platforms,
      },
      {
        table: "optInFormPlatforms",
        path: "/dashboard/optin-settings",
        sentence: messages.loading.settings,
      },
      {
        table: "submissionTotals",
        path: "/dashboard/overview",
        sentence: messages.loading.statistics,
      },
      {
        table: "apiKeys",
        path: "/dashboard/settings/api-keys",
        sentence: messages.loading.settings,
      },
    ];
    for (const { table, path, sentence } of pages) {
      await sequelize.query(`ALTER TABLE ${table} RENAME TO ${table}Away`);
      const { status, text, headers } = await send(app.url + path, { cookie }).finally(() =>
        sequelize.query(`ALTER TABLE ${table}Away RENAME TO ${table}`),
      );
      expect(status).toBe(500);
      expect(text).toContain(sentence);
      expect(text).toContain('aria-label="Dashboard"');
      expect(text.match(/<main/g)).toHaveLength(1);
      expect(text).toContain(headers.get("x-request-id"));
      expect(text).not.toMatch(/deliveries`|monthTotals|submissionTotals|SQLITE|ER_NO_SUCH|node_modules/);
    }
  });

  test("a fault of ours is shown to whoever requests or uses a link or writes to us, in the form they posted", async () => {
    const { email } = await createOwner();
    const token = "a".repeat(43);
    const tables = ["accountTokens", "contactMessages"];
    for (const table of tables) await sequelize.query(`ALTER TABLE ${table} RENAME TO ${table}Away`);
    try {
      for (const [path, form, message] of [
        ["/forgot-password", { intent: "send-link", email }, messages.auth.resetRequestFailed],
        [
          `/reset-password?token=${token}`,
          { intent: "reset", password: "a long one to type" },
          messages.auth.resetFailed,
        ],
        [`/verify-email?token=${token}`, { intent: "verify" }, messages.auth.verifyFailed],
        [
          "/contact",
          {
            intent: "contact",
            name: "Iria",
            email,
            subject: "other",
            message: "Does anybody read this?",
            formToken: issueFormToken("call", Date.now() - 5_000),
          },
          messages.contact.failed,
        ],
      ] as const) {
        const { status, text } = await send(app.url + path, { form: form as Record<string, string> });
        expect([path, status, text.includes(message)]).toEqual([path, 500, true]);
        expect(text).not.toMatch(/accountTokens|contactMessages|SQLITE|ER_NO_SUCH/);
      }
    } finally {
      for (const table of tables) await sequelize.query(`ALTER TABLE ${table}Away RENAME TO ${table}`);
    }
  });
});
