import { describe, expect, test } from "vitest";
import { MINUTE } from "#app/lib/dates.ts";
import { type Submission, TelegramDoor, TelegramEntry } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { readDoorFacts } from "#app/services/telegram/doors/judge-door.server.ts";
import {
  createForm,
  createMember,
  createOwner,
  type Form,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { plainText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createBot, createDoorOf, newBotToken, telegramAt } from "../../support/telegram.ts";
import { createEntry } from "../../support/telegram-entries.ts";

const site = serveSite();
const telegram = telegramAt(() => site.sandbox);
const sentences = messages.telegram;
const DOORS = "/dashboard/integrations/telegram/doors";

async function setUp(values: Partial<TelegramDoor> = {}) {
  const form = await createForm();
  const { owner } = form;
  const botToken = newBotToken();
  await createBot(owner, { token: botToken });
  const { cookie, token } = await signInAs(owner);
  const door = () =>
    createDoorOf(owner, { confirmedAt: new Date(), confirmedByName: "Ada Lovelace", ...values });
  const show = async (path = DOORS, as = cookie) => {
    const { status, text } = await site.send(path, { cookie: as });
    return { status, html: text, text: plainText(text) };
  };
  const post = (fields: Record<string, string>, path = DOORS, as = cookie) =>
    site.send(path, { form: fields, cookie: as, headers: { "sec-fetch-site": "same-origin" } });
  const press = async (intent: string, { id: entryId }: { id: string }, as = cookie) => {
    const response = await post({ intent, entryId }, DOORS, as);
    return [response.status, readFlash(response)];
  };
  const cookieOf = async (role: Parameters<typeof createMember>[1]) =>
    (await signInAs(await createMember(owner, role))).cookie;
  return { form, owner, token, botToken, door, show, post, press, cookieOf };
}

let users = 8_123_456_700;
const newUser = () => String(++users);

const waiting = async (form: Form, door: TelegramDoor, values: Partial<TelegramEntry> = {}) => {
  const claim = await submitForm(form);
  return { claim, entry: await createEntry(door, claim, { telegramUserId: newUser(), ...values }) };
};
const verify = ({ owner }: Form, { id: submissionId }: Submission) =>
  decideSubmission({ access: toAccess(owner), submissionId, input: { status: "handled" } });

test("without a bot the page says what comes first, and only owners are asked to connect one", async () => {
  const owner = await createOwner();
  const shown = async (who: Parameters<typeof signInAs>[0]) =>
    plainText((await site.send(DOORS, { cookie: (await signInAs(who)).cookie })).text);
  expect(await shown(owner)).toContain("No bot is connected");
  expect(await shown(owner)).toContain("Connect a bot");
  expect(await shown(await createMember(owner, "manager"))).not.toContain("Connect a bot");
});

test("an owner adds a door of a private channel, and what is wrong with it is said at its field", async () => {
  const { post, show, botToken, form, cookieOf } = await setUp();
  expect((await show()).text).toContain("No doors yet.");
  expect((await show()).text).toContain("We know and touch only people who came through a door.");
  const platformId = form.platforms[0]?.id ?? "";
  const create = { intent: "create", title: "", state: "verified", platformId };
  const refusals: [fields: Record<string, string>, sentence: string][] = [
    [{ chatId: "casa" }, sentences.chatIdShape],
    [{ chatId: "-1009999999999" }, sentences.chatUnknown],
    [{ chatId: "-1009999999999", title: "x".repeat(129) }, sentences.doorTitle],
    [{ chatId: "-1009999999999", title: "Ca\u2028sa" }, sentences.doorTitle],
    [{ chatId: "-1009999999999", "text.en": "x".repeat(1001) }, sentences.doorText],
    [{ chatId: "-1009999999999", "text.en": "a\u202e\u0007" }, sentences.doorText],
  ];
  for (const [fields, sentence] of refusals) {
    const { status, text } = await post({ ...create, ...fields });
    expect([fields, status, plainText(text).includes(sentence)]).toEqual([fields, 400, true]);
  }
  const chatId = String(await telegram.createChannel(botToken, "Casa <information>"));
  await site.sandbox.play(`${botToken.split(":")[0]}/getChat`, "500", 1);
  const away = await post({ ...create, chatId });
  expect([away.status, plainText(away.text).includes(sentences.unclear)]).toEqual([502, true]);
  expect(plainText(away.text)).toContain(sentences.doorNotMade);
  const made = await post({ ...create, chatId, "text.en": "Welcome." });
  expect([made.status, readFlash(made)]).toEqual([303, sentences.doorMade]);
  const page = await show(made.headers.get("location") ?? "");
  expect(page.text).toContain("Casa <information>");
  expect(page.text).toContain(`Verified claims at ${form.platforms[0]?.name}`);
  expect(page.text).toContain("Welcome.");
  const again = await post({ ...create, chatId });
  expect([again.status, plainText(again.text).includes(sentences.doorTaken)]).toEqual([409, true]);
  const list = await show();
  expect(list.text).toContain("Casa <information>");
  expect(list.text).toContain("Not yet");
  const manager = await cookieOf("manager");
  expect((await show(DOORS, manager)).text).toContain("Only owners add and close doors.");
  const refused = await post({ ...create, chatId }, DOORS, manager);
  expect(refused.headers.get("location")).toBe("/unauthorized");
});

test("a manager changes the words of a door, an owner whom it is for, and closes it", async () => {
  const { door, show, post, cookieOf, form } = await setUp();
  const { id } = await door();
  const path = `${DOORS}/${id}`;
  const manager = await cookieOf("manager");
  const seen = await show(path, manager);
  expect(seen.html).toContain('placeholder="The information channel is open to you."');
  expect(seen.text).toContain("Without a text of yours the bot says the neutral sentence.");
  expect(seen.text).not.toContain("Close the door");
  const words = { intent: "save", title: "Casa two", "text.en": "Come in." };
  const saved = await post(words, path, manager);
  expect([saved.status, readFlash(saved)]).toEqual([303, sentences.doorSaved]);
  expect((await show(path)).text).toContain("Come in.");
  const emptied = await post({ ...words, "text.en": "" }, path, manager);
  expect(readFlash(emptied)).toBe(sentences.doorSaved);
  expect((await show(path)).text).not.toContain("Come in.");
  expect((await post({ ...words, title: "" }, path)).status).toBe(400);
  const platformId = form.platforms[0]?.id ?? "";
  const ofOwners: Record<string, string>[] = [
    { intent: "needs", state: "claimed", platformId },
    { intent: "confirm" },
    { intent: "close" },
  ];
  for (const fields of ofOwners)
    expect((await post(fields, path, manager)).headers.get("location")).toBe("/unauthorized");
  const viewer = await cookieOf("viewer");
  expect((await show(path, viewer)).text).not.toContain("What the bot says");
  expect((await post(words, path, viewer)).headers.get("location")).toBe("/unauthorized");
  const changed = await post({ intent: "needs", state: "claimed", platformId }, path);
  expect(readFlash(changed)).toBe(sentences.doorSaved);
  const now = await show(path);
  expect(now.text).toContain(`Claims at ${form.platforms[0]?.name}`);
  expect(now.text).not.toContain("Whether it is allowed");
  const closed = await post({ intent: "close" }, path);
  expect([closed.status, readFlash(closed)]).toEqual([303, sentences.doorClosed]);
  expect((await show(path)).status).toBe(404);
});

test("an owner confirms once that a door is allowed, and the page says who did it", async () => {
  const { owner, door, show, post, cookieOf } = await setUp({ confirmedAt: null, confirmedByName: null });
  const { id } = await door();
  const path = `${DOORS}/${id}`;
  const asked = await show(path);
  expect(asked.text).toContain(
    "Some partnerships forbid incentives, and EU rules forbid inducements to trade CFDs.",
  );
  expect(asked.text).toContain("I confirm that they allow it");
  expect((await show(path, await cookieOf("manager"))).text).toContain(
    "Not confirmed yet. Only owners confirm it.",
  );
  const confirmed = await post({ intent: "confirm" }, path);
  expect([confirmed.status, readFlash(confirmed)]).toEqual([303, sentences.doorConfirmed]);
  const after = await show(path);
  expect(after.text).toContain(`Confirmed by ${owner.name}`);
  expect(after.text).not.toContain("I confirm that they allow it");
});

test("whoever waits or is doubtful is listed with the claim and the reason, and never with a Telegram account", async () => {
  const { form, owner, door, show } = await setUp();
  const shut = await createDoorOf(owner, { title: "Shut" });
  const open = await door();
  const why: [values: Partial<TelegramEntry>, sentence: string][] = [
    [{ waitsFor: "evidence" }, "Waits. What the broker says does not prove enough."],
    [{ waitsFor: "account" }, "Waits. Another Telegram account has a claim with this account number."],
    [{ waitsFor: "country" }, `Waits. ${sentences.countryNotServed}`],
    [{ waitsFor: "confirmation" }, `Waits. ${sentences.needsConfirmation}`],
    [{ state: "in", problem: "withdrawn" }, "Is in. The claim was withdrawn."],
    [{ state: "in", problem: "charged_back" }, "Is in. The deposit was charged back."],
    [{ state: "in", problem: "reversed" }, "Is in. A broker’s file takes the money back."],
    [{ state: "in", problem: "undone" }, "Is in. The claim is not what the door asks for any more."],
    [{ state: "in", problem: "left" }, "Is in. The person is no longer your client at the broker."],
  ];
  const rows = [];
  for (const [values] of why)
    rows.push(await waiting(form, values.waitsFor === "confirmation" ? shut : open, values));
  await waiting(form, open, { state: "in" });
  const { text, html } = await show();
  for (const [index, [, sentence]] of why.entries()) {
    expect(text).toContain(sentence);
    const { claim, entry } = rows[index] as (typeof rows)[number];
    expect(html).toContain(`/dashboard/submissions?open=${claim.id}`);
    expect(html).not.toContain(entry.telegramUserId);
  }
  const count = (words: string) => text.split(words).length - 1;
  expect([count("Open the door for"), count("Remove visitor"), count("Keep visitor")]).toEqual([2, 5, 5]);
  expect(text).toContain("Doors 9");
});

test("a second Telegram account with the same number is shown with both claims", async () => {
  const { form, door, show } = await setUp();
  const place = await door();
  const first = await submitForm(form, { reference: "7711223" });
  const second = await submitForm(form, { reference: "7711223", email: "second@example.com" });
  const { accountKey } = await readDoorFacts(first);
  await createEntry(place, first, { telegramUserId: newUser(), state: "in", waitsFor: null, accountKey });
  await createEntry(place, second, { telegramUserId: newUser(), waitsFor: "account" });
  const { text, html } = await show();
  expect(text).toContain(`The other claim: ${first.email}`);
  for (const { id } of [first, second]) expect(html).toContain(`?open=${id}`);
});

test("whoever opens the door for an account that is another person's is asked to compare both claims first", async () => {
  const { form, door, press, show } = await setUp();
  const place = await door();
  const [first, second] = [
    await submitForm(form, { reference: "7711224" }),
    await submitForm(form, { reference: "7711224", email: "second@example.com" }),
  ];
  const { accountKey } = await readDoorFacts(first);
  await createEntry(place, first, { telegramUserId: newUser(), state: "in", waitsFor: null, accountKey });
  const entry = await createEntry(place, second, { telegramUserId: newUser() });
  expect(await press("open", entry)).toEqual([303, sentences.accountTaken]);
  expect((await show()).text).toContain(`The other claim: ${first.email}`);
  expect(await press("open", entry)).toEqual([303, sentences.personLetIn]);
});

test("a hundred people are shown in pages of ten, the oldest first", async () => {
  const { form, owner, door, show } = await setUp();
  const place = await door();
  const claim = await submitForm(form);
  const at = Date.now() - 500 * MINUTE;
  await TelegramEntry.bulkCreate(
    Array.from({ length: 100 }, (_, index) => ({
      workspaceId: owner.workspace.id,
      doorId: place.id,
      telegramUserId: newUser(),
      submissionId: claim.id,
      state: "waiting" as const,
      waitsFor: "evidence" as const,
      dueAt: null,
      attemptCount: 0,
      createdAt: new Date(at + index * MINUTE),
    })),
  );
  expect((await show()).text).toContain("1 – 10 of 100");
  expect((await show(`${DOORS}?page=10`)).text).toContain("91 – 100 of 100");
  expect((await show(`${DOORS}?page=99`)).text).toContain("91 – 100 of 100");
  expect((await show(`${DOORS}?page=x`)).status).toBe(200);
});

describe("a decision about somebody at a door", () => {
  test("opens it for whom a checker knows, who then comes in, and is of no use twice", async () => {
    const { form, owner, token, botToken, post, press, cookieOf, show } = await setUp();
    // The server asks for its updates from now on.
    await site.send("/api/telegram", { method: "PUT", token, json: { token: botToken } });
    const chatId = await telegram.createChannel(botToken);
    const made = await post({
      intent: "create",
      chatId: String(chatId),
      title: "",
      state: "verified",
      platformId: "",
    });
    await post({ intent: "confirm" }, made.headers.get("location") ?? "");
    const place = await TelegramDoor.findOne({
      where: { workspaceId: owner.workspace.id },
      rejectOnEmpty: true,
    });
    const person = (await telegram.act("people", { first_name: "Ana" })).id;
    const claim = await submitForm(form);
    await verify(form, claim);
    const entry = await createEntry(place, claim, { telegramUserId: String(person) });
    await telegram.act("ask", { person, link: place.inviteLink });
    const checker = await cookieOf("checker");
    expect((await show(DOORS, checker)).text).toContain("Open the door for");
    const viewer = await cookieOf("viewer");
    expect((await show(DOORS, viewer)).text).not.toContain("Open the door for");
    expect(await press("open", entry, viewer)).toEqual([303, null]);
    expect(await press("open", entry, checker)).toEqual([303, sentences.personLetIn]);
    await eventually(async () => expect((await entry.reload()).state).toBe("in"));
    expect(await press("open", entry, checker)).toEqual([303, sentences.personIsIn]);
  });

  test("keeps or removes whom something speaks against, and says what another has done meanwhile", async () => {
    const { form, door, press } = await setUp();
    const place = await door();
    const kept = (await waiting(form, place, { state: "in", waitsFor: null, problem: "withdrawn" })).entry;
    expect(await press("keep", kept)).toEqual([303, sentences.personKept]);
    expect(await press("remove", kept)).toEqual([303, sentences.personMayStay]);
    const removed = (await waiting(form, place, { state: "in", waitsFor: null, problem: "withdrawn" })).entry;
    expect(await press("remove", removed)).toEqual([303, sentences.personRemoved]);
    expect(await press("keep", removed)).toEqual([303, sentences.personIsRemoved]);
    expect(await press("open", removed)).toEqual([303, sentences.personIsRemoved]);
    const left = (await waiting(form, place, { state: "out", waitsFor: null })).entry;
    expect(await press("remove", left)).toEqual([303, sentences.personIsOut]);
    const gone = (await waiting(form, place)).entry;
    await gone.destroy();
    expect(await press("open", gone)).toEqual([303, sentences.personIsGone]);
  });

  test("is refused where an owner or a link has to change first", async () => {
    const { form, door, post } = await setUp();
    const place = await door();
    for (const [waitsFor, sentence] of [
      ["confirmation", sentences.needsConfirmation],
      ["country", sentences.countryNotServed],
    ] as const) {
      const { entry } = await waiting(form, place, { waitsFor });
      const { status, text } = await post({ intent: "open", entryId: entry.id });
      expect([status, plainText(text).includes(sentence)]).toEqual([409, true]);
    }
  });
});

test("a door of another workspace is not there", async () => {
  const { show, press } = await setUp();
  const other = await setUp();
  const place = await other.door();
  const { entry } = await waiting(other.form, place);
  expect((await show(`${DOORS}/${place.id}`)).status).toBe(404);
  expect(await press("open", entry)).toEqual([303, sentences.personIsGone]);
  expect((await entry.reload()).state).toBe("waiting");
});
