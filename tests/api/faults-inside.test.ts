import { describe, expect, test } from "vitest";
import { Submission, sequelize } from "#app/models/index.server.ts";
import { createForm, optInBody, uniqueEmail } from "../factories/index.ts";
import { startApp } from "../servers/app.ts";
import { send } from "../support/client.ts";

describe("a fault of ours", () => {
  test("is a 500 that says nothing of the inside, stores nothing, and is logged without what was typed", async () => {
    const app = await startApp({ databaseUrl: process.env.DATABASE_URL ?? "" });
    const form = await createForm();
    const email = uniqueEmail();
    const body = optInBody(form, { email, phone: "+34600777888", reference: "private-reference" });
    // Every submit now fails in the middle of its transaction.
    await sequelize.query("ALTER TABLE sourceTotals RENAME TO sourceTotalsAway");
    const { status, json } = await send(`${app.url}/api/optin/${form.slug}/submit`, { json: body }).finally(
      () => sequelize.query("ALTER TABLE sourceTotalsAway RENAME TO sourceTotals"),
    );
    expect(status).toBe(500);
    expect(json).toEqual({
      error: "Something went wrong on our side. Please try again later.",
      code: "internal_error",
      requestId: expect.any(String),
    });
    expect(await Submission.count()).toBe(0);
    expect(await app.kill()).toBe(0);
    const [line] = app.log().filter(({ level }) => level >= 50);
    expect(line).toMatchObject({
      requestId: json.requestId,
      err: { code: expect.any(String), stack: expect.any(String) },
    });
    for (const secret of [email, "600777888", "private-reference", "INSERT INTO"])
      expect(app.output()).not.toContain(secret);
  });
});
