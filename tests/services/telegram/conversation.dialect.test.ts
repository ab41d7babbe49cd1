import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { newCode } from "#app/lib/random.server.ts";
import {
  Submission,
  TelegramClaim,
  TelegramConversation,
  TelegramStart,
  TelegramUpdate,
} from "#app/models/index.server.ts";
import { getLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { createStart } from "#app/services/telegram/starts/create-start.server.ts";
import {
  createForm,
  createOwner,
  createPlatforms,
  type Form,
  submitForm,
  uniqueEmail,
} from "../../factories/index.ts";
import { buttonsOf, makeClaim, startTelegram } from "../../support/telegram-chat.ts";

let telegram: Awaited<ReturnType<typeof startTelegram>>;
beforeAll(async () => {
  telegram = await startTelegram();
});
afterAll(() => telegram.close());

async function setUp({ brokers = 1, ...more }: Parameters<typeof createForm>[0] & { brokers?: number } = {}) {
  const owner = await createOwner();
  const platforms = await createPlatforms(brokers, { owner });
  const form = await createForm({ owner, platforms, ...more });
  const bot = await telegram.createBot(form.owner);
  return { form, bot };
}

/** The token of a link that somebody presses who came by an ad. */
async function pressLink(form: Form, { submissionId }: { submissionId?: string } = {}): Promise<string> {
  const live = await getLiveForm(form.slug);
  const at = Date.now();
  return createStart({
    form: live,
    link: form.slug,
    language: "en",
    visit: {
      entry: {
        workspace: live.visitKey,
        days: live.clickDays,
        visits: [
          {
            link: "a",
            at,
            referrer: "https://l.instagram.com/",
            parameters: { fbclid: "IwAR2click", utmCampaign: "Spring", utmSource: "ig" },
          },
        ],
        id: newCode(20),
      },
      cookies: { _fbp: "fb.1.1763400000000.1116446470" },
      country: "ES",
    },
    ...(submissionId === undefined ? {} : { submissionId }),
  });
}

const claimOf = (form: Form) => Submission.findOne({ where: { formId: form.id }, rejectOnEmpty: true });

test("a claim is made in the chat: the consent first, then what the form asks, and it has the visit's click", async () => {
  const { form, bot } = await setUp({ brokers: 2 });
  const [platform] = form.platforms;
  const chat = await telegram.openChat(bot);
  const email = uniqueEmail();

  const consent = await chat.start(await pressLink(form));
  expect(consent.text).toContain(form.row.consentText);
  expect(consent.text).toContain("Once you agree, your answers and your Telegram account are stored for");
  expect(buttonsOf(consent)).toEqual(expect.arrayContaining(["I agree", "No, thanks", "Privacy"]));
  expect(await TelegramClaim.count()).toBe(0);

  const shown: string[] = [];
  const next = async (answer: Promise<{ text: string }>) => shown.push((await answer).text);
  await next(chat.press("I agree"));
  await next(chat.press(platform?.name ?? ""));
  await next(chat.say(email));
  await next(chat.say("+34 612 34 56 78"));
  await next(chat.say("250"));
  await next(chat.press("EUR"));
  await next(chat.press("Skip"));
  expect(shown.map((text) => text.split("\n")[0])).toEqual([
    "Where did you deposit?",
    "Email (the one you use at the broker)",
    "Phone",
    "Amount (optional)",
    "Currency",
    "Account number at the broker (optional)",
    "Is this right?",
  ]);
  const thanks = await chat.press("Confirm my deposit");
  expect(thanks.text).toContain("Thanks, we’ve got it.");

  const claim = await claimOf(form);
  expect(claim).toMatchObject({
    email,
    phone: "+34612345678",
    currency: "EUR",
    channel: "telegram",
    status: "pending",
    fbclid: "IwAR2click",
    fbp: "fb.1.1763400000000.1116446470",
    utmCampaign: "Spring",
    ip: null,
    userAgent: null,
    pageUrl: null,
    deviceId: null,
    consentText: form.row.consentText,
    consentVersion: form.row.consentVersion,
    language: "en",
  });
  expect(Number(claim.amount)).toBe(250);
  expect(+claim.consentAt).toBeLessThan(+claim.createdAt);
  expect(claim.visitId).toMatch(/^[a-z0-9]{20}$/);
  expect(thanks.buttons.flat()[0]?.url).toContain(createPrivateToken(claim.id));
  expect(await TelegramClaim.findOne({ where: { submissionId: claim.id } })).toMatchObject({
    telegramUserId: String(chat.person.id),
    link: form.slug,
  });
  // Nothing of the conversation stays.
  expect(await TelegramConversation.count()).toBe(0);
  expect(await TelegramUpdate.count({ where: { person: String(chat.person.id) } })).toBe(0);
});

test("only the first account of a token gets its click; for any other one it keeps the campaign", async () => {
  const { form, bot } = await setUp({ amountField: "hidden" });
  const token = await pressLink(form);
  const first = await telegram.openChat(bot);
  await first.start(token);
  const other = await telegram.openChat(bot);
  await other.start(token);
  await makeClaim(other);
  expect(await claimOf(form)).toMatchObject({
    utmCampaign: "Spring",
    fbclid: null,
    fbp: null,
    referrer: null,
  });
  await Submission.destroy({ where: { formId: form.id } });
  // The first may use it again.
  await first.start(token);
  await makeClaim(first);
  expect(await claimOf(form)).toMatchObject({ utmCampaign: "Spring", fbclid: "IwAR2click" });
});

test.each([
  ["unknown", async () => newCode(43)],
  ["too long", async () => "x".repeat(64)],
  [
    "expired",
    async (form: Form) => {
      const token = await pressLink(form);
      await TelegramStart.update({ expiresAt: new Date(Date.now() - DAY) }, { where: { formId: form.id } });
      return token;
    },
  ],
  ["foreign", async () => pressLink(await createForm())],
])("a token that is %s starts a visit of nothing", async (_what, getToken) => {
  const { form, bot } = await setUp({ amountField: "hidden" });
  const chat = await telegram.openChat(bot);
  const consent = await chat.start(await getToken(form));
  expect(consent.text).toContain(form.row.consentText);
  await makeClaim(chat);
  expect(await claimOf(form)).toMatchObject({ channel: "telegram", fbclid: null, utmCampaign: null });
});

test("mistakes are explained as on the form, and what was answered can be taken back", async () => {
  const { form, bot } = await setUp({ brokers: 2 });
  const chat = await telegram.openChat(bot);
  await chat.start();
  await chat.press("I agree");
  const [first, second] = form.platforms;
  await chat.press(first?.name ?? "");
  expect((await chat.say("not an address")).text).toMatch(/^Please provide a valid email address/);
  await chat.say(uniqueEmail());
  expect((await chat.say({ file: "photo.jpg" })).text).toMatch(
    /^Please answer with a text, or press a button\./,
  );
  expect((await chat.say("😀".repeat(4_096))).text).toMatch(/^Please check the phone number/);
  expect((await chat.say("12")).text).toMatch(/^Please check the phone number/);
  await chat.press("Back");
  await chat.press("Back");
  await chat.press(second?.name ?? "");
  await chat.say(uniqueEmail());
  await chat.say({ contact: "34612345678" });
  await chat.say("250,50 €");
  const check = await chat.press("Skip");
  expect(check.text).toContain("+34 612 34 56 78");
  expect(check.text).toContain("250,50 €");
  await chat.press("Confirm my deposit");
  expect(await claimOf(form)).toMatchObject({ platformId: second?.id, currency: "EUR" });
});

test("nothing is stored of who declines or cancels, and an old button says that it is out of date", async () => {
  const { form, bot } = await setUp();
  const chat = await telegram.openChat(bot);
  const consent = await chat.start();
  expect((await chat.press("No, thanks")).text).toBe(
    "All right, nothing was stored. Send /start to begin again.",
  );
  expect(await TelegramConversation.count()).toBe(0);
  const again = await chat.start();
  await chat.press("I agree");
  await chat.say("/cancel");
  expect(await TelegramConversation.count()).toBe(0);
  expect((await chat.say("hello")).text).toBe("Nothing is open here. Send /start to begin.");
  expect(await Submission.count({ where: { formId: form.id } })).toBe(0);
  expect(again.id).not.toBe(consent.id);
});

test("another consent text is shown before it is agreed to", async () => {
  const { form, bot } = await setUp();
  const chat = await telegram.openChat(bot);
  await chat.start();
  await form.row.update({ consentText: "Quite another text.", consentVersion: form.row.consentVersion + 1 });
  const again = await chat.press("I agree");
  expect(again.text).toContain("Quite another text.");
  expect(await TelegramConversation.findOne()).toMatchObject({ consentAt: null, step: "consent" });
});

test("the same email is told that it was confirmed already, and another one may be given", async () => {
  const { form, bot } = await setUp({ amountField: "hidden" });
  const email = uniqueEmail();
  await submitForm(form, { email });
  const chat = await telegram.openChat(bot);
  await chat.start();
  const refused = await makeClaim(chat, { email });
  expect(refused.text).toMatch(/already/);
  await chat.say(uniqueEmail());
  expect((await chat.press("Confirm my deposit")).text).toContain("Thanks, we’ve got it.");
});

test("a claim of the form goes on in the chat of who has its private link, and of nobody else", async () => {
  const { form, bot } = await setUp();
  const claim = await submitForm(form);
  const token = await pressLink(form, { submissionId: claim.id });
  const chat = await telegram.openChat(bot);
  await chat.start(token);
  const texts = (await chat.messages()).map(({ text }) => text);
  expect(texts.join("\n")).toContain("It is recorded.");
  expect(await TelegramClaim.findOne({ where: { submissionId: claim.id } })).toMatchObject({
    telegramUserId: String(chat.person.id),
  });
  const forwarded = await telegram.openChat(bot);
  const consent = await forwarded.start(token);
  expect(consent.text).toContain(form.row.consentText);
  expect((await forwarded.say("/status")).text).toBe("You have confirmed nothing in this chat.");
  expect((await forwarded.say("/withdraw")).text).toBe("You have confirmed nothing in this chat.");
});

test("/withdraw asks once, and /delete leaves nothing of the person in the database", async () => {
  const { form, bot } = await setUp({ amountField: "hidden" });
  const chat = await telegram.openChat(bot);
  await chat.start(await pressLink(form));
  await makeClaim(chat);
  const choice = await chat.say("/withdraw");
  expect(buttonsOf(choice)).toEqual(["Withdraw my confirmation", "Stop sharing with ad platforms"]);
  const question = await chat.press("Withdraw my confirmation", choice);
  expect(question.text).toContain("Withdraw your confirmation?");
  expect((await chat.press("Keep it", question)).text).toContain("It is recorded.");
  const again = await chat.press("Withdraw my confirmation", choice);
  expect((await chat.press("Yes, withdraw it", again)).text).toContain("You withdrew your confirmation.");
  expect((await claimOf(form)).withdrawnAt).not.toBeNull();
  expect((await chat.say("/delete")).text).toContain("it ends your access to what was opened for you");
  expect((await chat.press("Yes, delete it")).text).toBe("It is deleted.");
  expect((await claimOf(form)).erasedAt).not.toBeNull();
  expect([await TelegramClaim.count(), await TelegramStart.count()]).toEqual([0, 0]);
});

test("/withdraw ends only the sharing with ad platforms where that is asked for, once", async () => {
  const { form, bot } = await setUp({ amountField: "hidden" });
  const chat = await telegram.openChat(bot);
  await chat.start(await pressLink(form));
  await makeClaim(chat);
  const question = await chat.press("Stop sharing with ad platforms", await chat.say("/withdraw"));
  expect(question.text).toContain("Stop sharing with ad platforms?");
  expect((await chat.press("Leave it as it is", question)).text).toContain("It is recorded.");
  expect((await claimOf(form)).sharingEndedAt).toBeNull();
  const ended = "Nothing more is shared with ad platforms. Your confirmation stays as it is.";
  expect((await chat.press("Yes, stop sharing", question)).text).toBe(ended);
  expect(await claimOf(form)).toMatchObject({
    sharingEndedAt: expect.any(Date),
    withdrawnAt: null,
    status: "pending",
  });
  expect((await chat.say("/status")).text).toContain(ended);
  expect((await chat.say("/withdraw")).text).toContain("Withdraw your confirmation?");
});

test("the bot speaks the language of the form's page, or of the person's Telegram", async () => {
  const { form, bot } = await setUp({
    languages: JSON.stringify({ default: "en", enabled: ["en", "de"], automatic: true }),
  });
  const german = await telegram.openChat(bot, { language_code: "de" });
  expect(buttonsOf(await german.start())).toContain("Ich bin einverstanden");
  // The page was English.
  expect(buttonsOf(await german.start(await pressLink(form)))).toContain("I agree");
  const italian = await telegram.openChat(bot, { language_code: "it" });
  expect(buttonsOf(await italian.start())).toContain("I agree");
});
