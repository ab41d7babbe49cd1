import { expect, test } from "vitest";
import { Mail } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite({ SMTP_URL: "smtp://127.0.0.1:9", RUN_WORKER: "no" });

test("GET /api/contact/health is a 503 while no mail server responds, and messages are taken all the same", async () => {
  const health = await site.send("/api/contact/health");
  expect([health.status, health.json.code]).toEqual([503, "unavailable"]);
  expect(Number(health.headers.get("retry-after"))).toBeGreaterThan(0);
  const json = { name: "Iria", email: "iria@example.com", subject: "other", message: "Is your mail down?" };
  const sent = await site.send("/api/contact/submit", { json });
  expect([sent.status, sent.json.message]).toEqual([201, messages.contact.sent]);
  // No worker sends it: the next test begins without it.
  expect(await Mail.destroy({ where: { kind: "contact-message" } })).toBe(1);
});
