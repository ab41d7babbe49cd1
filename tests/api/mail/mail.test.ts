import { XMLValidator } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { Mail, User, WorkspaceMember } from "#app/models/index.server.ts";
import type { MailProps, MailType } from "#app/services/mail/mail-types.ts";
import { queueMail } from "#app/services/mail/queue-mail.server.ts";
import { createOwner, uniqueEmail } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { CONTACT_TO, serveSite } from "../../support/site.ts";

const site = serveSite();

const NAME = `Iria "the <b>Desk</b>" O'Neil`;
const every: { [K in MailType]: MailProps[K] } = {
  "verify-email": { link: "https://attesto.example/verify-email?token=abc" },
  "change-email": {
    newEmail: "new@example.com",
    link: "https://attesto.example/verify-email?token=def",
  },
  "email-change-asked": { name: NAME, newEmail: "new@example.com", at: "2026-11-20T15:04:00.000Z" },
  "email-changed": { name: NAME, newEmail: "new@example.com" },
  "reset-password": { name: NAME, link: "https://attesto.example/reset-password?token=ghi" },
  "sign-in-link": { name: NAME, link: "https://attesto.example/login/email?token=mno" },
  "finish-sign-up": { link: "https://attesto.example/reset-password?token=jkl" },
  "password-changed": {
    name: NAME,
    at: "2026-11-20T15:04:00.000Z",
    waysIn: { apiKeys: 2, providers: ["Google"] },
  },
  "address-known": { name: NAME },
  invitation: {
    inviterEmail: "owner@example.com",
    link: "https://attesto.example/invitation?token=pqr",
    names: { invitedBy: NAME, workspaceName: "Halden evil.example/offer", role: "checker" },
  },
  "new-sign-in": {
    name: NAME,
    at: "2026-11-20T15:04:00.000Z",
    device: "Firefox on Linux",
    ip: "203.0.113.7",
  },
  "ownership-received": { name: NAME, fromName: "Ana <b>Sol</b>", workspaceName: "Second brand" },
  "two-step-changed": { name: NAME, at: "2026-11-20T15:04:00.000Z", isOn: true },
  "provider-linked": { name: NAME, provider: "Google" },
  "connection-refused": {
    name: NAME,
    adPlatform: "Meta",
    remedy: "Connect Meta again.",
    at: "2026-11-20T15:04:00.000Z",
  },
  "broker-refused": {
    name: NAME,
    platformId: "01a21488-07ed-7771-b6ec-000000000000",
    platformName: "Bybit",
    remedy: "The API key has expired.",
    at: "2026-11-20T15:04:00.000Z",
  },
  "telegram-refused": {
    name: NAME,
    username: "casa_trading_bot",
    remedy: "Enter the bot's new token.",
    at: "2026-11-20T15:04:00.000Z",
  },
  "spend-refused": {
    name: NAME,
    adPlatform: "Meta",
    account: "Casa Trading",
    remedy: "Make a new token.",
    at: "2026-11-20T15:04:00.000Z",
  },
  "rule-paused": {
    name: NAME,
    platformId: "0199d0c2-8a43-7cc3-9c1e-0d9b1fb2f3a1",
    platformName: "Northgate",
    decided: 60,
    doubted: 3,
  },
  "broker-link-changed": {
    name: NAME,
    linkName: "Spain evil.example/offer",
    platformId: "0199d0c2-8a43-7cc3-9c1e-0d9b1fb2f3a1",
    platformName: "Northgate",
    host: "partner.northgate.example",
    by: null,
    at: "2026-11-20T15:04:00.000Z",
  },
  "contact-message": {
    name: NAME,
    email: "iria@example.com",
    company: "<b>Northgate</b>",
    subject: "Sales",
    message: "First line\nSecond <b>line</b>\n\nThird",
  },
  "connection-failing": {
    name: NAME,
    adPlatform: "Meta",
    failures: 20,
    isPaused: true,
    remedy: "Enter the currency.",
  },
  "new-claims": { name: NAME, count: 3, waiting: 1, forms: ["Spring"] },
  "claims-expiring": { name: NAME, count: 2, firstAt: "2026-11-21T15:04:00.000Z", forms: ["Spring", "Casa"] },
  "statement-due": {
    name: NAME,
    platformId: "0199d0c2-8a43-7cc3-9c1e-0d9b1fb2f3a1",
    platformName: "Northgate",
    count: 9,
    firstAt: "2026-11-21T15:04:00.000Z",
    brokers: [
      { platformId: "0199d0c2-8a43-7cc3-9c1e-0d9b1fb2f3a1", platformName: "Northgate", count: 7 },
      { platformId: "0199d0c2-8a43-7cc3-9c1e-0d9b1fb2f3a2", platformName: "Halden FX", count: 2 },
    ],
  },
  "campaign-too-expensive": {
    name: NAME,
    campaignName: "Summer evil.example/offer",
    spend: "1284.50",
    costPerVerified: "412.00",
    limit: "300.00",
    currency: "EUR",
  },
  "events-failed": { name: NAME, failed: 2, expired: 1, adPlatforms: ["Meta", "TikTok"] },
  "weekly-summary": {
    name: NAME,
    from: "2026-11-16",
    to: "2026-11-22",
    total: 40,
    previousTotal: 31,
    handled: 30,
    truth: { decided: 29, verified: 25, waiting: 6, share: 0.8621, low: 0.6944, high: 0.945 },
    rejected: 4,
    sent: 29,
    waiting: 6,
    expiring: 2,
    commission: { amount: "1284.5", currency: "EUR" },
    money: {
      currency: "EUR",
      spend: "2000.00",
      profit: "-715.50",
      costPerVerified: "80.00",
      costIfWaiting: "64.52",
      waiting: 6,
      unknownCommission: 0,
      isBehind: false,
      worst: { name: "Summer", profit: "-320.00" },
      losing: [],
    },
  },
  "product-news": {
    name: NAME,
    title: "Work as a team",
    summary: "Invite people, and <b>choose</b> what they may do.",
    url: "https://attesto.example/teams",
  },
  "api-key-created": { name: NAME, keyName: "evil.example", at: "2026-11-20T15:04:00.000Z" },
  "chat-linked": {
    name: NAME,
    workspaceName: "evil.example",
    isGroup: false,
    at: "2026-11-20T15:04:00.000Z",
  },
  "deliveries-expiring": {
    name: NAME,
    adPlatform: "Meta",
    count: 6,
    firstAt: "2026-11-20T15:04:00.000Z",
  },
  "private-link": { link: "https://attesto.example/optin/casa/mine/abc.def", owner: NAME, language: "es" },
  deactivated: { name: NAME },
  deleted: { name: NAME },
};

async function post<K extends MailType>(
  kind: K,
  props: MailProps[K],
  to = uniqueEmail(),
  userId: string | null = null,
) {
  await inTransaction((transaction) => queueMail({ kind, to, userId, props }, transaction));
  return to;
}

const only = async () => {
  const [mail] = await Mail.findAll();
  if (!mail) throw new Error("There is no mail.");
  return mail;
};

describe("mail", () => {
  test.each(Object.keys(every) as MailType[])(
    "a mail of the kind %s arrives whole, as HTML and as text",
    async (kind) => {
      const props = every[kind];
      const to = await post(kind, props as never);
      const { subject, html = "", text = "", from, headers } = await site.mail.latest(to);
      expect(subject).toMatch(/^[A-Z\d].{10,}[^.]$/);
      expect(from).toMatchObject({ name: "Attesto" });
      expect(html).not.toContain("<b>Desk</b>");
      if ("name" in props) {
        expect(text).toContain(NAME);
        expect(html).toContain("&lt;b&gt;Desk&lt;/b&gt;");
      }
      // Every link stands alone on its line, and is a link in the HTML part too.
      for (const [link = ""] of text.matchAll(/https?:\S+/g)) {
        expect(text.split("\n")).toContain(link);
        if (!text.trim().endsWith(link)) expect(html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
      }
      for (const paragraph of text.split("\n\n")) expect(paragraph).not.toMatch(/^[a-z](?!ttps?:)/);
      const language = "language" in props ? props.language : "en-US";
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}"`));
      expect(XMLValidator.validate(html.replace(/^<!doctype html>/, ""))).toBe(true);
      expect(html).not.toMatch(/ (?:align|bgcolor|border|cellpadding|cellspacing|width)=/i);
      // Mail programs load nothing: neither pictures nor sheets nor scripts.
      expect(html).not.toMatch(/<img|<script|<link|url\(/);
      if ("link" in props) for (const part of [html, text]) expect(part).toContain(props.link);
      if ("at" in props) expect(text).toContain("November 20 at 15:04 (UTC)");
      expect(headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
    },
  );

  test("a mail links to the page that sets a password, signed in or not", async () => {
    for (const kind of ["new-sign-in", "two-step-changed", "provider-linked"] as const) {
      const to = await post(kind, every[kind] as never);
      expect((await site.mail.latest(to)).text).toContain("/dashboard/settings/password");
    }
  });

  test("a mail has a reply-to address if it asks for a reply", async () => {
    for (const kind of ["email-changed", "deactivated"] as const) {
      const to = await post(kind, every[kind] as never);
      const { text = "", replyTo } = await site.mail.latest(to);
      expect(text.toLowerCase()).toContain("reply to this email");
      expect(text).not.toContain("/contact");
      expect(replyTo?.map(({ address }) => address)).toEqual([CONTACT_TO]);
    }
  });

  test("a mail names times in its reader's zone", async () => {
    const owner = await createOwner({ timeZone: "Europe/Madrid" });
    await post("password-changed", every["password-changed"], owner.email, owner.id);
    expect((await site.mail.latest(owner.email)).text).toContain("20 November at 16:04 (Europe/Madrid)");
  });

  test("a mail writes amounts and numbers as its reader's region does", async () => {
    const [spaniard, briton] = [
      await createOwner({ timeZone: "Europe/Madrid" }),
      await createOwner({ timeZone: "Europe/London" }),
    ];
    for (const { id, email } of [spaniard, briton])
      await post("weekly-summary", every["weekly-summary"], email, id);
    expect((await site.mail.latest(spaniard.email)).text).toContain("Commission: 1284,50\u00a0€.");
    expect((await site.mail.latest(briton.email)).text).toContain("Commission: €1,284.50.");
  });

  test("a mail keeps no content once it is sent", async () => {
    await post("reset-password", every["reset-password"]);
    await eventually(async () => expect(await only()).toMatchObject({ state: "sent", props: null }));
  });

  test("a mail is encrypted while it waits", async () => {
    await site.mail.refuse(451);
    await post("reset-password", every["reset-password"]);
    const { props } = await only();
    expect(props).not.toContain("ghi");
    expect(props).not.toContain("Iria");
  });

  test.each(["\r\nBcc: everyone@evil.example", "\nX-Evil: yes", "\u2028Subject: other"])(
    "a mail takes no header from a name: %j",
    async (evil) => {
      const to = await post("deactivated", { name: `Iria${evil}` });
      const { headers, envelopeTo, subject } = await site.mail.latest(to);
      expect(envelopeTo).toEqual([to]);
      expect(subject).toBe("Your Attesto account is deactivated");
      expect(headers.map(({ key }) => key)).not.toContain("bcc");
      expect(headers.map(({ key }) => key)).not.toContain("x-evil");
    },
  );

  test("a mail goes to one address, whatever its address looks like", async () => {
    await post("deactivated", { name: "Iria" }, '"a@evil.example, b"@example.com');
    await eventually(async () => expect((await only()).state).not.toBe("queued"));
    for (const { envelopeTo } of site.mail.received) {
      expect(envelopeTo).toHaveLength(1);
      expect(envelopeTo[0]).not.toBe("a@evil.example");
    }
  });
});

describe("with the mail server in trouble", () => {
  test("a mail waits while it is refused for now, and is sent when it is taken again", async () => {
    site.mail.refuse(451);
    const to = await post("deactivated", { name: "Iria" });
    await eventually(async () => expect((await only()).attemptCount).toBeGreaterThan(1));
    expect((await only()).state).toBe("queued");
    site.mail.refuse(null);
    expect((await site.mail.latest(to)).subject).toContain("deactivated");
    await eventually(async () => expect((await only()).state).toBe("sent"));
  });

  test("an email fails at once when its recipient is refused permanently", async () => {
    site.mail.refuse(550);
    await post("deactivated", { name: "Iria" });
    await eventually(async () =>
      expect(await only()).toMatchObject({
        state: "failed",
        props: null,
        attemptCount: 1,
        lastError: "EENVELOPE 550",
      }),
    );
  });

  test("an email is not sent once its link has expired", async () => {
    site.mail.refuse(451);
    await post("reset-password", every["reset-password"]);
    await Mail.update({ createdAt: new Date(Date.now() - 61 * 60_000) }, { where: {} });
    await eventually(async () => expect(await only()).toMatchObject({ state: "failed", props: null }));
    expect(site.mail.received).toEqual([]);
  });
});

test("the last email of a deleted account is still sent", async () => {
  const owner = await createOwner();
  site.mail.refuse(451);
  await post("deleted", { name: "Iria" }, owner.email, owner.id);
  await WorkspaceMember.destroy({ where: { userId: owner.id } });
  await User.destroy({ where: { id: owner.id } });
  site.mail.refuse(null);
  expect((await site.mail.latest(owner.email)).subject).toContain("is deleted");
});
