import { messages } from "#app/schemas/messages/index.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { goodAnswers, submissionsOf } from "../support/claims.ts";
import { SECURE_CALLS, SECURE_URL, serveOverHttps } from "../support/https.ts";
import { expect, test } from "../support/test.ts";

test("says what is wrong as one types and takes it back once it is right", async ({ optIn }) => {
  const form = await createForm();
  await optIn.open(form.slug);

  await optIn.email.fill("maria@example");
  await expect(optIn.errorBeside("email")).toBeEmpty();
  await optIn.phone.focus();

  await expect(optIn.errorBeside("email")).toHaveText(messages.fields.emailShape);
  await expect(optIn.email).toHaveAttribute("aria-invalid", "true");
  await optIn.email.fill("maria@example.com");
  await expect(optIn.errorBeside("email")).toBeEmpty();
  await expect(optIn.email).not.toHaveAttribute("aria-invalid");
  await expect(optIn.summary).toBeHidden();
});

test("says that it is sending and swaps to the thanks without a new document", async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  const documents: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && documents.push(request.url()));
  let letItGo = () => {};
  const held = new Promise<void>((resolve) => {
    letItGo = resolve;
  });
  await page.route("**/submit", async (route) => {
    await held;
    await route.continue();
  });

  await optIn.submit(goodAnswers(form));

  await expect(optIn.sending).toBeVisible();
  await expect(optIn.sending).toHaveAttribute("aria-disabled", "true");
  letItGo();
  await expect(optIn.heading).toHaveText("Thank you. It is recorded.");
  await expect(optIn.heading).toBeFocused();
  await expect(page).toHaveTitle(`Thank you | ${form.owner.name}`);
  await expect(optIn.keepLink).toBeVisible();
  expect(documents).toEqual([]);
});

test("sends one request when the button is pressed twice", async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.fill(goodAnswers(form));
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));

  await optIn.send.dblclick();

  await expect(optIn.keepLink).toBeVisible();
  expect(posts).toHaveLength(1);
});

test("keeps the device's identity to itself over http and says so", async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  const said = page.waitForEvent("console", (message) => message.type() === "error");

  await optIn.submit(goodAnswers(form));

  expect((await said).text()).toBe("Local storage is not used over a non-secure connection.");
  await expect(optIn.keepLink).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  const [kept] = await submissionsOf(form);
  expect(kept?.deviceFingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(kept?.deviceId?.slice(0, 8)).toBe(kept?.deviceFingerprint?.slice(0, 8));
});

test.describe("over https", () => {
  test.use({ foreseen: [SECURE_CALLS] });

  test("keeps the device's identity and sends the same with the next claim", async ({
    optIn,
    page,
    siteUrl,
  }) => {
    await serveOverHttps(page, siteUrl);
    const form = await createForm();
    const claim = async () => {
      await page.goto(`${SECURE_URL}/optin/${form.slug}`);
      await optIn.submit(goodAnswers(form));
      await expect(optIn.keepLink).toBeVisible();
    };
    await claim();
    await claim();

    const [first, second] = await submissionsOf(form);
    expect(first?.deviceId).toMatch(/^[0-9a-f]{8}-/);
    expect(second?.deviceId).toBe(first?.deviceId);
    expect(second?.deviceFingerprint).toBe(first?.deviceFingerprint);
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
      _att_did: first?.deviceId,
      _att_dfp: first?.deviceFingerprint,
    });
  });
});

test.describe("without a connection", () => {
  test.use({ foreseen: [/net::ERR_INTERNET_DISCONNECTED/] });

  test("says that the server cannot be reached and sends once it can", async ({ optIn, page }) => {
    const form = await createForm();
    await optIn.open(form.slug);
    await page.route("**/submit", (route) => route.abort("internetdisconnected"));

    await optIn.submit(goodAnswers(form));

    await expect(optIn.summary).toHaveText(messages.optIn.offline);
    await expect(optIn.summary).toBeFocused();
    await page.unroute("**/submit");
    await optIn.send.click();
    await expect(optIn.heading).toHaveText("Thank you. It is recorded.");
    expect(await submissionsOf(form)).toHaveLength(1);
  });
});

test("makes one entry when the first answer was lost", async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await page.route(
    "**/submit",
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 418, json: {} });
    },
    { times: 1 },
  );
  await optIn.submit(goodAnswers(form));
  await expect(optIn.summary).toHaveText(messages.optIn.failed);

  await optIn.send.click();

  await expect(optIn.heading).toHaveText("Thank you. It is recorded.");
  expect(await submissionsOf(form)).toHaveLength(1);
});

test("shows the sentence of the catalogue for every refusal", async ({ optIn, page }) => {
  const form = await createForm();
  await submitForm(form);
  await optIn.open(form.slug);
  await optIn.fill(goodAnswers(form));
  const answers = [
    { status: 400, json: { details: [{ message: "The first detail" }] }, sentence: "The first detail" },
    { status: 400, json: { error: "The error's text" }, sentence: "The error's text" },
    { status: 400, json: {}, sentence: messages.optIn.invalid },
    { status: 403, json: {}, sentence: messages.optIn.unverifiable },
    { status: 409, json: {}, sentence: messages.optIn.duplicate },
    { status: 429, json: {}, sentence: messages.optIn.failed },
  ];
  for (const { sentence, ...answer } of answers) {
    await page.route("**/submit", (route) => route.fulfill(answer), { times: 1 });
    await optIn.send.click();
    await expect(optIn.summary).toHaveText(sentence);
  }
});
