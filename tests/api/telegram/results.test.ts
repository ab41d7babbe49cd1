import { expect, test } from "vitest";
import { createForm, signInAs, submitForm } from "../../factories/index.ts";
import { plainText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createBot } from "../../support/telegram.ts";

const site = serveSite();

test("the results show what came by Telegram where there is or was a bot, and how far starts are known", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const show = async (query = "") =>
    plainText((await site.send(`/dashboard/analytics${query}`, { cookie })).text);
  const claim = await submitForm(form);
  expect(await show()).not.toContain("Claims with a click ID");
  await createBot(form.owner);
  const shown = "Telegram Started 0 Claimed 0 Verified 0 Came in 0 Claims with a click ID –";
  expect(await show()).toContain(shown);
  await claim.update({ channel: "telegram", gclid: "click" });
  expect(await show()).toContain("Claimed 1 Verified 0 Came in 0 Claims with a click ID 100%");
  expect(await show()).toContain("people who came in through a door, each on its own day.");
  const forgotten = "Starts are stored for 30 days: of earlier days they are not known any more.";
  expect(await show()).not.toContain(forgotten);
  expect(await show("?period=90days")).toContain(forgotten);
  expect(await show(`?form=${form.id}`)).not.toContain("Claims with a click ID");
});
