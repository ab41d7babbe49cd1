import { beforeEach, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { type Submission, TelegramBot, TelegramStart } from "#app/models/index.server.ts";
import { getTelegramFigures } from "#app/services/analytics/get-telegram-figures.server.ts";
import { createForm, type Form, submitForm } from "../../factories/index.ts";
import { recordStatements } from "../../support/statements.ts";
import { createBot, createDoorOf } from "../../support/telegram.ts";
import { createEntry } from "../../support/telegram-entries.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const days = { from: "2026-11-18", to: "2026-11-19" };
/** Past midnight in Madrid, where it is the 18th already. */
const FIRST = new Date("2026-11-17T23:30:00Z");
const BEFORE = new Date("2026-11-17T22:30:00Z");
const LAST = new Date("2026-11-19T22:30:00Z");
const AFTER = new Date("2026-11-19T23:30:00Z");

let form: Form;
beforeEach(async () => {
  form = await createForm();
  await form.owner.workspace.update({ timeZone: "Europe/Madrid" });
});

const read = (range = days) => getTelegramFigures(form.owner.workspace, range, NOW);

const start = (at: Date | null) =>
  TelegramStart.create({
    workspaceId: form.owner.workspace.id,
    formId: form.id,
    tokenHash: newId(),
    visit: "{}",
    link: form.slug,
    hasClickId: false,
    createdAt: at ?? FIRST,
    startedAt: at,
    expiresAt: new Date(+NOW + DAY),
  });

async function claim(createdAt: Date, values: Partial<Submission> = {}): Promise<Submission> {
  const row = await submitForm(form);
  return row.update({ channel: "telegram", createdAt, ...values });
}

test("visits, claims of chats and people who came in are counted by the day of the workspace's zone", async () => {
  const door = await createDoorOf(form.owner);
  for (const at of [FIRST, LAST, BEFORE, AFTER, null]) await start(at);
  const first = await claim(FIRST, { status: "handled", gclid: "click" });
  const last = await claim(LAST, { fbclid: "click" });
  const third = await claim(LAST);
  for (const at of [BEFORE, AFTER]) await claim(at, { status: "handled", gclid: "click" });
  await submitForm(form).then((row) => row.update({ createdAt: FIRST, gclid: "click" }));
  await createEntry(door, first, { telegramUserId: "1", joinedAt: FIRST });
  await createEntry(door, last, { telegramUserId: "2", joinedAt: AFTER });
  await createEntry(door, third, { telegramUserId: "3", joinedAt: null });
  const statements = await recordStatements(async () => {
    expect(await read()).toEqual({
      started: 2,
      isStartedWhole: true,
      claimed: 3,
      verified: 1,
      withClickId: 2,
      cameIn: 1,
    });
  });
  expect(statements).toHaveLength(1);
});

test("nothing is counted of a workspace that never had a bot, and all is where one was disconnected", async () => {
  expect(await read()).toBeNull();
  const bot = await createBot(form.owner);
  expect(await read()).toMatchObject({ claimed: 0, started: 0 });
  await claim(FIRST);
  await bot.destroy();
  expect(await TelegramBot.count()).toBe(0);
  expect(await read()).toMatchObject({ claimed: 1 });
  const other = await createForm();
  expect(await getTelegramFigures(other.owner.workspace, days, NOW)).toBeNull();
});

test("starts of more than 30 days ago are not known any more", async () => {
  await createBot(form.owner);
  expect(await read({ from: "2026-10-21", to: "2026-11-20" })).toMatchObject({ isStartedWhole: true });
  expect(await read({ from: "2026-10-20", to: "2026-11-20" })).toMatchObject({ isStartedWhole: false });
});
