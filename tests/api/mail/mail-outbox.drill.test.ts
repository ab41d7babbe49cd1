import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { Mail } from "#app/models/index.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { uniqueEmail } from "../../factories/index.ts";
import type { App } from "../../servers/app.ts";
import { startMailServer } from "../../servers/smtp.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestApp } from "../../support/start-for-test.ts";

/** In one transaction: many at once would wait behind what three servers write. */
async function queueMails(count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, uniqueEmail);
  await inTransaction(async (transaction) => {
    for (const to of addresses)
      await queueMail({ kind: "deactivated", to, userId: null, props: { name: "Iria" } }, transaction);
  });
  return addresses;
}

describe("a mail that is queued", () => {
  const start = (env: Record<string, string>) => startTestApp({ env });

  test("each mail is sent once where many processes run", async () => {
    const mail = await startMailServer();
    const apps: App[] = await Promise.all([1, 2, 3].map(() => start({ SMTP_URL: mail.url })));
    try {
      const addresses = await queueMails(60);
      await eventually(async () => expect(await Mail.count({ where: { state: "sent" } })).toBe(60));
      expect(mail.received.flatMap(({ envelopeTo }) => envelopeTo).sort()).toEqual(addresses.sort());
    } finally {
      await Promise.all(apps.map((app) => app.kill("SIGTERM")));
      await mail.close();
    }
  });
});
