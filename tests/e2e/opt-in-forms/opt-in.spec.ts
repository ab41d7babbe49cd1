import { messages } from "#app/schemas/messages/index.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { createFormWith, findSubmissions, goodAnswers } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

const THANKS = "Thanks, we’ve got it.";

test("the form thanks the visitor in the owner's words and keeps where they came from", async ({
  optIn,
  page,
}) => {
  const form = await createFormWith(3, { successMessage: "Iria checks it within a day." });
  const answers = { ...goodAnswers(form), platform: form.platforms[1]?.name, reference: "NG-4471" };
  await optIn.open(form.slug, "?fbclid=IwAR-click&utm_source=instagram&utm_campaign=story");

  await optIn.submit(answers);

  await expect(optIn.heading).toHaveText(THANKS);
  await expect(page.getByText("Iria checks it within a day.")).toBeVisible();
  await expect(optIn.fact("Confirmed")).toHaveText("€250.00 deposit");
  await expect(optIn.fact("Broker")).toHaveText(answers.platform ?? "");
  await expect(optIn.fact("Email")).toHaveText(answers.email);
  const [stored, ...others] = await findSubmissions(form);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    email: answers.email,
    phone: "+34600555123",
    reference: "NG-4471",
    platformId: form.platforms[1]?.id,
    fbclid: "IwAR-click",
    utmSource: "instagram",
    utmCampaign: "story",
  });
});

test("an empty form is refused with a summary whose links lead to the fields", async ({
  optIn,
  page,
  hasScript,
}) => {
  const form = await createFormWith(2);
  await optIn.open(form.slug);

  const posted = hasScript
    ? null
    : page.waitForResponse((response) => response.request().method() === "POST");
  await optIn.submit();

  if (posted) expect((await posted).status()).toBe(400);
  await expect(page).toHaveTitle(/^Error: Confirm your deposit \| /);
  await expect(optIn.summary).toBeFocused();
  await expect(optIn.summary.getByRole("heading")).toHaveText("Four things need another look");
  const { emailRequired, phoneRequired, platformRequired, consentRequired } = messages.fields;
  await expect(optIn.summary.getByRole("link")).toHaveText([
    emailRequired,
    phoneRequired,
    platformRequired,
    consentRequired,
  ]);
  for (const [field, message] of Object.entries({
    email: emailRequired,
    phone: phoneRequired,
    platform: platformRequired,
    consent: consentRequired,
  })) {
    await expect(optIn.errorBeside(field)).toHaveText(message);
    await optIn.summary.getByRole("link", { name: message }).click();
    await expect(page.locator(`#${field}`)).toBeFocused();
  }
  expect(await findSubmissions(form)).toEqual([]);
});

test("the form keeps its values until they are valid", async ({ optIn, page }) => {
  const form = await createFormWith(3);
  const chosen = form.platforms[2]?.name ?? "";
  await optIn.open(form.slug, "?utm_source=tiktok");

  await optIn.submit({
    email: "maria-fernanda@example",
    phone: "+34 600 555 123",
    platform: chosen,
    amount: "600.00",
    currency: "USD",
    reference: "NG-1",
    consent: true,
  });

  await expect(optIn.errorBeside("email")).toHaveText(messages.fields.emailShape);
  await expect(optIn.email).toHaveValue("maria-fernanda@example");
  await expect(optIn.email).toHaveAccessibleDescription(messages.fields.emailShape);
  await expect(optIn.phone).toHaveValue("+34 600 555 123");
  await expect(optIn.radio(chosen)).toBeChecked();
  await expect(optIn.amount).toHaveValue("600.00");
  await expect(optIn.currency).toHaveValue("USD");
  await expect(optIn.reference).toHaveValue("NG-1");
  await expect(optIn.consent).toBeChecked();

  await optIn.submit({ email: "maria-fernanda@example.com" });

  await expect(optIn.heading).toHaveText(THANKS);
  await expect(page).toHaveTitle(/^(?!Error)/);
  const [stored] = await findSubmissions(form);
  expect(stored).toMatchObject({ email: "maria-fernanda@example.com", currency: "USD", utmSource: "tiktok" });
});

test("the form offers more than five platforms as a select and keeps the choice", { tag: "@once" }, async ({
  optIn,
}) => {
  const form = await createFormWith(6);
  const chosen = form.platforms[4];
  await optIn.open(form.slug);
  const { email, phone } = goodAnswers(form);

  await optIn.platforms().selectOption({ label: chosen?.name });
  await optIn.submit({ email, phone, consent: false });

  await expect(optIn.errorBeside("consent")).toHaveText(messages.fields.consentRequired);
  await expect(optIn.platforms()).toHaveValue(chosen?.id ?? "");
  await optIn.submit({ consent: true });
  await expect(optIn.fact("Broker")).toHaveText(chosen?.name ?? "");
});

test("the form shows errors that only the server can find beside their fields", { tag: "@once" }, async ({
  optIn,
  page,
}) => {
  const form = await createForm();
  await optIn.open(form.slug);

  await optIn.submit({ ...goodAnswers(form), phone: "+34 6005" });

  await expect(optIn.errorBeside("phone")).toHaveText(messages.fields.phoneShape);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(optIn.summary).toBeFocused();
});

test("the form tells a second visitor that the address is registered already", { tag: "@once" }, async ({
  optIn,
  page,
}) => {
  const form = await createForm();
  const { email } = await submitForm(form);
  await optIn.open(form.slug);

  await optIn.submit({ ...goodAnswers(form), email });

  await expect(optIn.summary).toHaveText(messages.optIn.duplicate);
  await expect(optIn.summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(optIn.email).toHaveValue(email);
  expect(await findSubmissions(form)).toHaveLength(1);
});

test.describe("in Berlin", () => {
  test.use({ timezoneId: "Europe/Berlin" });

  test("a phone number that may mean two is a question, and the choice is kept", async ({ optIn, page }) => {
    const form = await createForm({ phoneCountry: "DE" });
    await optIn.open(form.slug);

    await optIn.submit({ ...goodAnswers(form), phone: "436641234567" });

    await expect(optIn.summary).toContainText(messages.fields.phoneDoubt);
    await expect(optIn.summary).toBeFocused();
    await expect(optIn.radio("+49 4366 41234567 (Germany)")).not.toBeChecked();
    await optIn.radio("+43 664 1234567 (Austria)").check();
    await optIn.send.click();

    await expect(optIn.fact("Phone")).toHaveText("+43 664 1234567");
    await page.getByRole("link", { name: "Change", exact: true }).click();
    await expect(optIn.withdraw).toBeVisible();
    expect(await findSubmissions(form)).toMatchObject([{ phone: "+436641234567", country: "AT" }]);
  });
});

test("an amount that cannot be is a question once, and is taken when it is confirmed", {
  tag: "@once",
}, async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.submit({ ...goodAnswers(form), amount: "999999" });

  await expect(optIn.summary).toContainText(messages.optIn.amountUnlikely("999,999 EUR"));
  await expect(optIn.summary).toBeFocused();
  await expect(optIn.amount).toHaveValue("999999");
  await page.getByLabel(messages.optIn.amountIsRight("999,999 EUR")).check();
  await optIn.send.click();

  await expect(optIn.fact("Confirmed")).toHaveText("€999,999.00 deposit");
  expect(await findSubmissions(form)).toMatchObject([{ unlikelyAmount: true }]);
});

test("whoever fills in the hidden field is refused", { tag: "@once" }, async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.fill(goodAnswers(form));

  await page.locator("[name=website]").evaluate((trap: HTMLInputElement) => {
    trap.value = "https://spam.example";
  });
  await optIn.send.click();

  await expect(optIn.summary).toHaveText(messages.optIn.unverifiable);
  expect(await findSubmissions(form)).toEqual([]);
});

test("a form that is gone says so", { tag: "@once" }, async ({ optIn, page }) => {
  const form = await createForm({ isActive: false });

  const response = await optIn.open(form.slug);

  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle(`Form closed | ${form.row.ownerName}`);
  await expect(optIn.heading).toContainText(form.row.ownerName);
  await expect(page.getByText(messages.optIn.gone)).toBeVisible();
  await optIn.open("not-a-form");
  await expect(page).toHaveTitle("Form not available");
  await expect(optIn.heading).toHaveText(messages.optIn.gone);
  await expect(page.getByRole("link", { name: "Go to the home page" })).toBeVisible();
});

test("a form that goes away while it is filled in says so, and leads on", async ({
  optIn,
  page,
  hasScript,
}) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.fill(goodAnswers(form));
  await form.row.update({ isActive: false });
  await expect.poll(async () => (await page.request.get(`/optin/${form.slug}`)).status()).toBe(404);

  await optIn.send.click();

  await expect(page.getByText(messages.optIn.gone)).toBeVisible();
  if (!hasScript) {
    await expect(page.getByRole("link", { name: "Contact support" })).toBeVisible();
    await page.getByRole("link", { name: "Continue" }).click();
  }
  await expect(page).toHaveURL("/404");
});

test("a button pressed twice makes one submission", async ({ optIn }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.fill(goodAnswers(form));

  await optIn.send.dblclick();

  await expect(optIn.heading).toHaveText(THANKS);
  expect(await findSubmissions(form)).toHaveLength(1);
});

test("reloading the thank-you page posts nothing", async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.submit(goodAnswers(form));
  await expect(optIn.heading).toHaveText(THANKS);
  const methods: string[] = [];
  page.on("request", (request) => methods.push(request.method()));

  await page.reload();

  expect(new Set(methods)).toEqual(new Set(["GET"]));
  expect(await findSubmissions(form)).toHaveLength(1);
});

test("going back and sending the same again makes one submission", async ({ optIn, page, hasScript }) => {
  const form = await createForm();
  const answers = goodAnswers(form);
  await page.goto("/login");
  await optIn.open(form.slug);
  await optIn.submit(answers);
  await expect(optIn.heading).toHaveText(THANKS);

  await page.goBack();
  if (hasScript) await page.goForward();
  await optIn.submit(answers);

  if (hasScript) await expect(optIn.summary).toHaveText(messages.optIn.duplicate);
  else await expect(optIn.heading).toHaveText(THANKS);
  expect(await findSubmissions(form)).toHaveLength(1);
});

test("a visitor withdraws behind their private link, and confirms again", async ({
  optIn,
  page,
  hasScript,
}) => {
  const form = await createForm();
  const answers = goodAnswers(form);
  await optIn.open(form.slug);
  await optIn.submit(answers);
  if (hasScript) await optIn.keepLink.click();
  await expect(page).toHaveURL(/\/mine\//);
  await expect(optIn.fact("Shared with")).toHaveText("no one yet");

  await optIn.withdraw.click();
  await expect(page.getByRole("heading", { name: "Withdraw your confirmation?" })).toBeFocused();
  await page.getByRole("link", { name: "Keep it" }).click();
  await expect(optIn.heading).toHaveText("It is recorded.");
  await optIn.withdraw.click();
  await optIn.confirmWithdrawal.click();

  await expect(optIn.heading).toHaveText("You withdrew your confirmation.");
  await expect(optIn.withdraw).toHaveCount(0);
  const [stored] = await findSubmissions(form);
  expect(stored?.withdrawnAt).toBeInstanceOf(Date);

  await page.getByRole("link", { name: "confirm again" }).click();
  await optIn.submit(answers);
  await expect(optIn.heading).toHaveText(THANKS);
});

test("a visitor ends only the sharing with ad platforms behind their private link", async ({
  optIn,
  page,
  hasScript,
}) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.submit(goodAnswers(form));
  if (hasScript) await optIn.keepLink.click();
  await expect(page).toHaveURL(/\/mine\//);

  await optIn.endSharing.click();
  await expect(page.getByRole("heading", { name: "Stop sharing with ad platforms?" })).toBeFocused();
  await page.getByRole("link", { name: "Leave it as it is" }).click();
  await expect(optIn.fact("Shared with")).toHaveText("no one yet");
  await optIn.endSharing.click();
  await optIn.confirmEndOfSharing.click();

  await expect(optIn.heading).toHaveText("It is recorded.");
  await expect(page.getByText("Nothing more is shared with ad platforms.")).toBeVisible();
  await expect(optIn.fact("Shared with")).toHaveText("no one");
  await expect(optIn.endSharing).toHaveCount(0);
  await expect(optIn.withdraw).toBeVisible();
  const [stored] = await findSubmissions(form);
  expect(stored).toMatchObject({ sharingEndedAt: expect.any(Date), withdrawnAt: null, status: "pending" });
});

test("an altered private link shows nothing", { tag: "@once" }, async ({ page, optIn }) => {
  const form = await createForm();

  const response = await page.goto(`/optin/${form.slug}/mine/AAAAAAAAAAAAAAAAAAAAAA.not-a-signature`);

  expect(response?.status()).toBe(404);
  await expect(optIn.heading).toHaveText(messages.optIn.gone);
});

test.describe("in Madrid", () => {
  test.use({ timezoneId: "Europe/Madrid" });

  test("the form accepts a national number, and an amount in its country's notation", {
    tag: "@once",
  }, async ({ optIn }) => {
    const form = await createForm({ phoneCountry: "ES" });
    await optIn.open(form.slug);

    await optIn.submit({ ...goodAnswers(form), phone: "600 12 34 56", amount: "1.250,50 €" });

    await expect(optIn.fact("Confirmed")).toHaveText("€1,250.50 deposit");
    await expect(optIn.fact("Phone")).toHaveText("+34 600 12 34 56");
    const [kept] = await findSubmissions(form);
    expect(kept).toMatchObject({ phone: "+34600123456", country: "ES", amount: "1250.5", currency: "EUR" });
  });
});

test("another confirmation is offered where the form allows repeats, and nowhere else", async ({
  optIn,
  page,
}) => {
  const [once, often] = [await createForm(), await createForm({ allowRepeat: true })];
  const another = page.getByRole("link", { name: "Confirm another" });
  await optIn.open(once.slug);
  await optIn.submit(goodAnswers(once));
  await expect(optIn.heading).toHaveText(THANKS);
  await expect(another).toHaveCount(0);

  await optIn.open(often.slug);
  await optIn.submit(goodAnswers(often));
  await another.click();
  await expect(optIn.email).toBeEmpty();
  await expect(optIn.phone).toBeEmpty();
});

test("the form refuses a number that the chosen country does not have", { tag: "@once" }, async ({
  optIn,
  page,
}) => {
  const form = await createForm({ phoneCountry: "ES" });
  await optIn.open(form.slug);

  await optIn.fill({ ...goodAnswers(form), phone: "0600 123 456" });
  await page.getByLabel("Country").selectOption("US");
  await optIn.send.click();

  await expect(optIn.errorBeside("phone")).toHaveText(messages.fields.phoneShape);
  expect(await findSubmissions(form)).toEqual([]);
});

test("the form asks for an amount where the owner needs it", { tag: "@once" }, async ({ optIn }) => {
  const form = await createForm({ amountField: "required" });
  await optIn.open(form.slug);

  await optIn.submit({ ...goodAnswers(form), amount: "" });

  await expect(optIn.errorBeside("amount")).toHaveText(messages.fields.amountRequired);
});
