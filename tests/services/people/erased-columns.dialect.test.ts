import { expect, test } from "vitest";
import { z } from "zod";
import { sequelize } from "#app/database/connection.server.ts";
import { AD_COOKIES, CLICK_IDS } from "#app/lib/ad-platforms.ts";
import { DAY } from "#app/lib/dates.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import {
  Submission,
  TelegramClaim,
  TelegramConversation,
  TelegramDoor,
  TelegramEntry,
  TelegramMessage,
  TelegramStart,
} from "#app/models/index.server.ts";
import { OptInBody } from "#app/schemas/opt-in.ts";
import { toPublicKey } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { addSearchWords } from "#app/services/submissions/search-words.server.ts";
import { submitOptIn } from "#app/services/submissions/submit-opt-in.server.ts";
import { createForm, type Form } from "../../factories/index.ts";
import { submitFilled } from "../../support/filled-claim.ts";
import { createBot } from "../../support/telegram.ts";

const readRow = async (id: string) =>
  (await Submission.findByPk(id, { rejectOnEmpty: true })).get({ plain: true });

test("erasing the person of a claim leaves nothing in a personal column and everything in the others", async () => {
  const { id: submissionId, workspaceId } = await submitFilled(await createForm());
  const before = await readRow(submissionId);
  expect(Object.entries(before).filter(([, value]) => value === null)).toEqual([["erasedAt", null]]);

  expect(await eraseClaim({ workspaceId, submissionId, access: null })).toBe(true);

  const after = await readRow(submissionId);
  for (const name of columnsFor("personal"))
    expect(Object.values(after), `the value of ${name}`).not.toContainEqual(before[name]);
  // The event of a claim without deliveries is summed up anew.
  const changed = [
    "updatedAt",
    "erasedAt",
    "sendBefore",
    "version",
    "eventStatus",
    "eventState",
    "deliveryStates",
  ];
  for (const name of columnsFor("kept").filter((column) => !changed.includes(column)))
    expect(after[name], `the value of ${name}`).toEqual(before[name]);
});

/** All that is stored of a chat in which a claim goes on. */
async function continueInChat(form: Form, submissionId: string): Promise<void> {
  const workspaceId = form.owner.workspace.id;
  const { id: botId } = await createBot(form.owner);
  const person = { workspaceId, botId, telegramUserId: "7770009991" };
  const now = new Date();
  const start = await TelegramStart.create({
    workspaceId,
    formId: form.id,
    submissionId: null,
    tokenHash: "a".repeat(64),
    visit: JSON.stringify({ fbclid: "trace-of-visit" }),
    link: form.slug,
    hasClickId: true,
    createdAt: now,
    expiresAt: new Date(+now + DAY),
  });
  const idle = { dueAt: null, attemptCount: 0, createdAt: now };
  const claim = { ...person, submissionId, startId: start.id, language: "en", link: form.slug } as const;
  await TelegramClaim.create({ ...claim, startedAt: now, state: "idle", ...idle });
  await TelegramConversation.create({
    ...person,
    formId: form.id,
    startId: start.id,
    isOwnStart: true,
    visitId: "v".repeat(20),
    language: "en",
    step: "email",
    answers: JSON.stringify({ email: "trace-of-answers" }),
    startedAt: now,
    expiresAt: new Date(+now + DAY),
  });
  await TelegramMessage.create({
    workspaceId,
    botId,
    chatId: person.telegramUserId,
    method: "sendMessage",
    body: JSON.stringify({ text: "trace-of-message" }),
    slotAt: now,
    state: "queued",
    dueAt: now,
    attemptCount: 0,
  });
  const door = await TelegramDoor.create({
    workspaceId,
    botId,
    chatId: "-1001234567890",
    title: "Channel",
    needs: "verified",
    texts: "{}",
    inviteLink: "https://t.me/+abc",
    checkedAt: now,
    createdAt: now,
  });
  const at = { workspaceId, doorId: door.id, telegramUserId: person.telegramUserId, submissionId };
  await TelegramEntry.create({ ...at, accountKey: "trace-of-account", state: "waiting", ...idle });
}

test("erasing the person of a claim leaves no trace of what the visitor sent in any table", async () => {
  const form = await createForm();
  const fields = z.toJSONSchema(OptInBody, { io: "input", unrepresentable: "any" }).properties ?? {};
  const sent = Object.fromEntries(Object.keys(fields).map((name) => [name, `trace-of-${name}`]));
  const click = Object.fromEntries(Object.values(CLICK_IDS).map((name) => [name, `trace-of-${name}`]));
  const utm = { utm_medium: "trace-of-medium", utm_term: "trace-of-term", utm_content: "trace-of-content" };
  const firstClick = { link: "first", at: Date.now() - 1000, parameters: { utmSource: "trace-of-first" } };
  const { submissionId } = await submitOptIn({
    slug: form.slug,
    input: OptInBody.parse({
      ...sent,
      email: "trace-of@example.com",
      phone: "+34600555987",
      phoneCountry: "ES",
      formCountry: "ES",
      ip: "81.2.69.143",
      platform: form.platforms[0]?.id,
      amount: "250",
      currency: "EUR",
      consent: true,
      consentVersion: undefined,
      facebookPixelId: undefined,
      formToken: undefined,
      formKey: undefined,
      website: undefined,
      referrer: "https://example.com/trace-of-referrer",
    }),
    visitor: {
      ip: "192.0.2.77",
      userAgent: "trace-of-browser",
      deviceId: null,
      visits: [{ workspace: toPublicKey(form.owner.workspace.id), days: 7, visits: [firstClick] }],
      pageUrl: `https://example.com/trace-of-page?${new URLSearchParams({ ...click, ...utm })}`,
      cookies: new Map(Object.values(AD_COOKIES).map((name) => [name, `trace-of${name}`])),
      visitorId: "trace-of-visitor",
      deviceFingerprint: "trace-of-device",
      needsToken: false,
      acceptLanguage: null,
      asksForPrivacy: false,
      idempotencyKey: null,
    },
  });
  const { workspaceId } = await readRow(submissionId);
  await continueInChat(form, submissionId);
  const traces = async () => {
    const tables = await sequelize.getQueryInterface().showAllTables();
    const rows = await Promise.all(tables.map((table) => sequelize.query(`SELECT * FROM \`${table}\``)));
    return JSON.stringify(rows).match(/trace-of[\w-]*|600555987|192\.0\.2\.77|7770009991/g) ?? [];
  };
  expect(await traces()).toEqual(
    expect.arrayContaining([
      "trace-of-reference",
      "trace-of-ScCid",
      "trace-of-first",
      "trace-of-visit",
      "trace-of-answers",
      "trace-of-message",
      "7770009991",
      "600555987",
      "192.0.2.77",
    ]),
  );

  await addSearchWords();
  expect(await eraseClaim({ workspaceId, submissionId, access: null })).toBe(true);

  expect(await traces()).toEqual([]);
});
