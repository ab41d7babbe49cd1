import { Op } from "sequelize";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Channel, Mail } from "#app/models/index.server.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { createOwner, uniqueEmail } from "../../factories/index.ts";
import { startMailServer } from "../../servers/smtp.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestApp } from "../../support/start-for-test.ts";

/** In one transaction: many at once would wait behind what three servers write. */
async function queueMails(count: number, kind: "deactivated" | "product-news" = "deactivated") {
  const addresses = Array.from({ length: count }, uniqueEmail);
  const props = { name: "Iria", title: "Links", summary: null, url: null };
  await inTransaction(async (transaction) => {
    for (const to of addresses) await queueMail({ kind, to, userId: null, props }, transaction);
  });
  return addresses;
}

const only = async () => {
  const [mail] = await Mail.findAll();
  if (!mail) throw new Error("There is no mail.");
  return mail;
};

describe("a mail that is queued", () => {
  const start = (env: Record<string, string>) => startTestApp({ env });

  test("a request succeeds while the mail server is down, and the mail is sent once it is up", async () => {
    const away = await startMailServer();
    const { port } = new URL(away.url);
    await away.close();
    const owner = await createOwner();
    const app = await start({ SMTP_URL: away.url });
    try {
      const { status } = await send(`${app.url}/api/auth/forgot-password`, { json: { email: owner.email } });
      expect(status).toBe(200);
      await eventually(async () => expect((await only()).lastError).toBe("ESOCKET"));
      const back = await startMailServer(Number(port));
      try {
        expect((await back.latest(owner.email)).subject).toContain("Set a new password");
      } finally {
        await back.close();
      }
    } finally {
      expect(await app.kill("SIGTERM")).toBe(0);
    }
  });
});

describe("many mails", () => {
  test("many mails wait untried while the mail server is away, and all leave once it is back", async () => {
    const away = await startMailServer();
    const { port } = new URL(away.url);
    await away.close();
    const addresses = await queueMails(60, "product-news");
    const app = await startTestApp({ env: { SMTP_URL: away.url } });
    try {
      const isDown = { failureCount: { [Op.gte]: 8 } };
      await eventually(async () => expect(await Channel.count({ where: isDown })).toBe(1));
      expect(await Mail.count({ where: { attemptCount: 0 } })).toBeGreaterThan(20);
      await eventually(() =>
        expect(
          app.log().filter(({ msg }) => msg === "the mail server fails; emails wait until it works"),
        ).toHaveLength(1),
      );
      const back = await startMailServer(Number(port));
      try {
        await eventually(async () => expect(await Mail.count({ where: { state: "sent" } })).toBe(60));
        expect(back.received.flatMap(({ envelopeTo }) => envelopeTo).sort()).toEqual(addresses.sort());
        await eventually(async () => expect(await Channel.count({ where: isDown })).toBe(0));
      } finally {
        await back.close();
      }
    } finally {
      await app.kill("SIGTERM");
    }
  });

  test("a refused address is an answer of the mail server, which works", async () => {
    const mail = await startMailServer();
    mail.refuse(550);
    const addresses = await queueMails(6);
    const app = await startTestApp({ env: { SMTP_URL: mail.url } });
    try {
      await eventually(async () =>
        expect(await Mail.count({ where: { state: "failed" } })).toBe(addresses.length),
      );
      expect(await Channel.count()).toBe(0);
    } finally {
      await mail.close();
      await app.kill("SIGTERM");
    }
  });
});

describe("a mail that somebody waits for", () => {
  test("a mail that somebody waits for to sign in leaves before notifications that the mail server holds up", async () => {
    const mail = await startMailServer();
    const news = await queueMails(30, "product-news");
    mail.hold(news);
    const owner = await createOwner();
    const app = await startTestApp({ env: { SMTP_URL: mail.url } });
    try {
      await eventually(() => expect(mail.received.length).toBeGreaterThan(0));
      await send(`${app.url}/api/auth/forgot-password`, { json: { email: owner.email } });
      expect((await mail.latest(owner.email)).subject).toContain("Set a new password");
      await eventually(async () => expect(await Mail.count({ where: { state: "sent" } })).toBe(1));
    } finally {
      await mail.close();
      await app.kill("SIGTERM");
    }
  });
});

describe("mail past its retention", () => {
  test("a mail past its retention is deleted, sent or not, and a younger one is kept", async () => {
    const [old = "", young = ""] = await queueMails(2);
    const createdAt = (daysAgo: number) => ({ createdAt: new Date(Date.now() - daysAgo * DAY) });
    await Mail.update({ ...createdAt(31), state: "queued" }, { where: { toAddress: old } });
    await Mail.update({ ...createdAt(29), state: "sent" }, { where: { toAddress: young } });
    expect(await deleteOldRows("old emails")).toBe(false);
    expect((await Mail.findAll()).map(({ toAddress }) => toAddress)).toEqual([young]);
  });
});
