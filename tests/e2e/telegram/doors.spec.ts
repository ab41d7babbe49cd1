import { TelegramDoor } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { withdrawSubmission } from "#app/services/submissions/private-links.server.ts";
import { connectBot } from "#app/services/telegram/bots/connect-bot.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import { createForm, createMember, submitForm, toAccess } from "../../factories/index.ts";
import { newBotToken, telegramAt } from "../../support/telegram.ts";
import { createEntry } from "../../support/telegram-entries.ts";
import { telegramPeople } from "../../support/telegram-people.ts";
import { errorSummary, seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.telegram;

test("an owner adds a door, confirms it, opens it for who waits, and removes whose claim is gone", async ({
  page,
  signedInAs,
}) => {
  const sandbox = { url: telegramVariables.apiUrl };
  const form = await createForm();
  const { owner } = form;
  const access = toAccess(owner);
  const token = newBotToken();
  await connectBot({ access, token });
  const chatId = await telegramAt(() => sandbox).createChannel(token, "Casa information");
  const people = telegramPeople(sandbox.url);

  await signedInAs(owner);
  await page.goto("/dashboard/integrations/telegram");
  await page.getByRole("link", { name: "Doors" }).click();
  await expect(page.getByText("No doors yet.")).toBeVisible();
  const add = page.getByRole("button", { name: "Add the door" });
  await page.getByLabel("Id of the channel or group").fill("casa");
  await add.click();
  await expect(errorSummary(page)).toContainText(sentences.chatIdShape);
  await page.getByLabel("Id of the channel or group").fill(String(chatId));
  await page.getByLabel("What the bot says when it opens (English)").fill("Welcome to Casa.");
  await seen(page.getByText(sentences.doorMade), () => add.click());
  await expect(page.getByRole("heading", { level: 1, name: "Casa information" })).toBeVisible();
  await expect(page.getByLabel("What the bot says when it opens (English)")).toHaveValue("Welcome to Casa.");
  await seen(page.getByText(sentences.doorConfirmed), () =>
    page.getByRole("button", { name: "I confirm that they allow it" }).click(),
  );
  await expect(page.getByText(`Confirmed by ${owner.name}`)).toBeVisible();

  const workspaceId = owner.workspace.id;
  const door = await TelegramDoor.findOne({ where: { workspaceId }, rejectOnEmpty: true });
  const person = await people.createPerson();
  const claim = await submitForm(form);
  await decideSubmission({ access, submissionId: claim.id, input: { status: "handled" } });
  const entry = await createEntry(door, claim, { telegramUserId: String(person.id) });
  await people.askToJoin(person, door.inviteLink);
  await page.goto("/dashboard/integrations/telegram/doors");
  await expect(page.getByText("What the broker says does not prove enough.")).toBeVisible();
  await seen(page.getByText(sentences.personLetIn), () =>
    page.getByRole("button", { name: `Open the door for ${claim.email}` }).click(),
  );
  await expect.poll(() => people.membersOf(chatId)).toEqual([person.id]);
  await expect.poll(async () => (await entry.reload()).state).toBe("in");

  await withdrawSubmission({ workspaceId, submissionId: claim.id });
  await expect.poll(async () => (await entry.reload()).problem).toBe("withdrawn");
  await page.reload();
  await expect(page.getByText("The claim was withdrawn.")).toBeVisible();
  await seen(page.getByText(sentences.personRemoved), () =>
    page.getByRole("button", { name: `Remove ${claim.email}` }).click(),
  );
  await expect.poll(() => people.membersOf(chatId)).toEqual([]);

  await page.goto(`/dashboard/integrations/telegram/doors/${door.id}`);
  await page.getByText("Close the door…").click();
  await seen(page.getByText(sentences.doorClosed), () =>
    page.getByRole("button", { name: "Close the door", exact: true }).click(),
  );
  await expect(page.getByText("No doors yet.")).toBeVisible();
});

test("a viewer sees doors and who waits, without a button", async ({ page, signedInAs }) => {
  const form = await createForm();
  await connectBot({ access: toAccess(form.owner), token: newBotToken() });
  await signedInAs(await createMember(form.owner, "viewer"));
  await page.goto("/dashboard/integrations/telegram/doors");
  await expect(page.getByText("Only owners add and close doors.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
});
