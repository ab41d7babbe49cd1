import { messages } from "#app/schemas/messages/index.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { createFormWith, findSubmissions, goodAnswers } from "../support/claims.ts";
import {
  INSECURE_CALLS,
  INSECURE_URL,
  SECURE_CALLS,
  SECURE_URL,
  serveOverHttp,
  serveOverHttps,
} from "../support/https.ts";
import { expect, test } from "../support/test.ts";

test("the form shows errors while typing and removes them once the input is valid", async ({ optIn }) => {
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

test("the form asks whether another address was meant where its mail domain looks mistyped, and one tap takes it", async ({
  optIn,
  page,
}) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.email.fill("maria@gmial.com");
  await optIn.phone.focus();
  const offer = page.getByRole("button", { name: messages.optIn.didYouMean("maria@gmail.com") });
  await offer.click();
  await expect(optIn.email).toHaveValue("maria@gmail.com");
  await expect(optIn.email).toBeFocused();
  await expect(offer).toBeHidden();

  await optIn.submit({ ...goodAnswers(form), email: "maria@gnail.com" });

  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  expect((await findSubmissions(form)).map(({ email }) => email)).toEqual(["maria@gnail.com"]);
});

test("the form says that it is sending and swaps to the thanks without a new document", async ({
  optIn,
  page,
}) => {
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
  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  await expect(optIn.heading).toBeFocused();
  await expect(page).toHaveTitle(`Thank you | ${form.owner.name}`);
  await expect(optIn.keepLink).toBeVisible();
  expect(documents).toEqual([]);
});

test("the form takes its question back once the amount is corrected", async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.submit({ ...goodAnswers(form), amount: "25000000" });
  const confirmation = page.getByLabel(messages.optIn.amountIsRight("25,000,000 EUR"));
  await confirmation.check();

  await optIn.amount.fill("250");

  await expect(confirmation).toBeHidden();
  await optIn.send.click();
  await expect(optIn.fact("Confirmed")).toHaveText("€250.00 deposit");
});

test("the form asks for the account number as the chosen broker does", async ({ optIn, page }) => {
  const form = await createFormWith(3);
  const [required, optional, unasked] = form.platforms.map(({ name }) => page.getByLabel(name));
  await form.platforms[0]?.update({
    accountField: "required",
    accountName: "UID",
    accountExample: "8412337",
  });
  await form.platforms[2]?.update({ accountField: "no" });
  await optIn.open(form.slug);
  const number = page.getByLabel("Account number");
  await unasked?.check();
  await expect(number).toBeHidden();
  await optional?.check();
  await expect(number).toBeVisible();
  await expect(page.getByText("UID, for example 8412337")).toBeHidden();
  await required?.check();
  await expect(page.getByText("UID, for example 8412337")).toBeVisible();

  await optIn.submit({ ...goodAnswers(form), platform: undefined });

  await expect(optIn.errorBeside("reference")).toHaveText("Enter your UID, for example 8412337");
  await number.fill("8412338");
  await optIn.send.click();
  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  await page.getByRole("link", { name: "Add or change it" }).click();
  await page.getByLabel("UID").fill("8412339");
  await page.getByRole("button", { name: "Save the number" }).click();
  await expect(page.getByRole("status")).toHaveText("Your account number is saved.");
});

test("the form sends one request when the button is pressed twice", async ({ optIn, page }) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.fill(goodAnswers(form));
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));

  await optIn.send.dblclick();

  await expect(optIn.keepLink).toBeVisible();
  expect(posts).toHaveLength(1);
});

test.describe("over http", () => {
  const sentence = "Local storage is not used over a non-secure connection.";
  // The browser ignores a header there, and says so too.
  test.use({
    foreseen: [new RegExp(`${INSECURE_CALLS.source}|${sentence}|Cross-Origin-Opener-Policy`)],
  });

  test("the device's identity is not kept over http, and the form says so", async ({
    optIn,
    page,
    siteUrl,
  }) => {
    await serveOverHttp(page, siteUrl);
    const form = await createForm();
    const logged = page.waitForEvent("console", (message) => message.text() === sentence);
    await page.goto(`${INSECURE_URL}/optin/${form.slug}`);

    await optIn.submit(goodAnswers(form));

    expect((await logged).type()).toBe("error");
    await expect(optIn.keepLink).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    const [stored] = await findSubmissions(form);
    expect(stored?.deviceFingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.deviceId?.slice(0, 8)).toBe(stored?.deviceFingerprint?.slice(0, 8));
  });
});

test("the device's identity is kept on the own machine, without a word in the console", async ({
  optIn,
  page,
}) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await optIn.submit(goodAnswers(form));
  await expect(optIn.keepLink).toBeVisible();
  const [stored] = await findSubmissions(form);
  expect(await page.evaluate(() => localStorage.getItem("_att_did"))).toBe(stored?.deviceId);
});

test.describe("in Samoa", () => {
  test.use({ timezoneId: "Pacific/Apia" });

  test("the private page shows its times in the visitor's zone, as the thanks do", { tag: "@audit" }, async ({
    optIn,
  }) => {
    const form = await createForm();
    await optIn.open(form.slug);
    await optIn.submit(goodAnswers(form));
    const when = await optIn.fact("When").textContent();
    const [stored] = await findSubmissions(form);
    const ours = { timeZone: "Pacific/Apia", dateStyle: "long" } as const;
    expect(when).toContain(stored?.createdAt.toLocaleDateString("en-US", ours));

    await optIn.keepLink.click();

    await expect(optIn.fact("Shared with")).toBeVisible();
    await expect(optIn.fact("When")).toHaveText(String(when));
  });
});

test.describe("over https", () => {
  test.use({ foreseen: [SECURE_CALLS] });

  test("the device's identity is made with the first claim, kept over https and sent with the next one", async ({
    optIn,
    page,
    siteUrl,
  }) => {
    await serveOverHttps(page, siteUrl);
    const form = await createForm();
    await page.goto(`${SECURE_URL}/optin/${form.slug}`);
    const atFirst = await page.evaluate(() => ({ ...localStorage }));
    const claim = async () => {
      await page.goto(`${SECURE_URL}/optin/${form.slug}`);
      await optIn.submit(goodAnswers(form));
      await expect(optIn.keepLink).toBeVisible();
    };
    await claim();
    await claim();

    const [first, second] = await findSubmissions(form);
    expect(first?.deviceId).toMatch(/^[0-9a-f]{8}-/);
    expect(second?.deviceId).toBe(first?.deviceId);
    expect(second?.deviceFingerprint).toBe(first?.deviceFingerprint);
    expect(atFirst).toEqual({});
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
      _att_did: first?.deviceId,
      _att_dfp: first?.deviceFingerprint,
    });
  });
});

test.describe("form, while the server is away for a moment,", () => {
  test.use({ foreseen: [/503/] });

  test("the form asks for a fresh token after an outage, with the device's identity, and sends then", async ({
    optIn,
    page,
  }) => {
    const form = await createForm();
    // To the page it is 21 hours later: its token is no longer fresh.
    await page.addInitScript(() => {
      const now = Date.now;
      Date.now = () => now() + 21 * 60 * 60_000;
    });
    const devices: (string | undefined)[] = [];
    await page.route(`**/api/optin/${form.slug}`, async (route) => {
      devices.push(route.request().headers()["x-device-id"]);
      if (devices.length === 1) await route.fulfill({ status: 503, json: {} });
      else await route.continue();
    });
    await optIn.open(form.slug);

    await optIn.submit(goodAnswers(form));

    await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
    const [stored] = await findSubmissions(form);
    expect(devices).toEqual([stored?.deviceId, stored?.deviceId]);
  });
});

test.describe("form, without a connection,", () => {
  test.use({ foreseen: [/net::ERR_INTERNET_DISCONNECTED/] });

  test("the form, without a connection, says that the server cannot be reached and sends once it can", async ({
    optIn,
    page,
  }) => {
    const form = await createForm();
    await optIn.open(form.slug);
    await page.route("**/submit", (route) => route.abort("internetdisconnected"));

    await optIn.submit(goodAnswers(form));

    await expect(optIn.summary).toHaveText(messages.optIn.offline);
    await expect(optIn.summary).toBeFocused();
    await page.unroute("**/submit");
    await optIn.send.click();
    await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
    expect(await findSubmissions(form)).toHaveLength(1);
  });
});

test("the form makes one submission when the first response was lost", async ({ optIn, page }) => {
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

  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  expect(await findSubmissions(form)).toHaveLength(1);
});

test("the form shows the sentence of the catalogue for every refusal", async ({ optIn, page }) => {
  const form = await createForm();
  await submitForm(form);
  await optIn.open(form.slug);
  await optIn.fill(goodAnswers(form));
  const responses = [
    { status: 400, json: { details: [{ message: "The first detail" }] }, sentence: "The first detail" },
    { status: 400, json: { error: "The error's text" }, sentence: "The error's text" },
    { status: 400, json: {}, sentence: messages.optIn.invalid },
    { status: 403, json: {}, sentence: messages.optIn.unverifiable },
    { status: 409, json: {}, sentence: messages.optIn.duplicate },
    { status: 429, json: {}, sentence: messages.optIn.failed },
  ];
  for (const { sentence, ...response } of responses) {
    await page.route("**/submit", (route) => route.fulfill(response), { times: 1 });
    await optIn.send.click();
    await expect(optIn.summary).toHaveText(sentence);
  }
});

test("the form fills in an email from the fragment, which leaves the address at once", async ({
  optIn,
  page,
}) => {
  const form = await createForm();
  await optIn.open(form.slug, "?fbclid=abc#email=maria%2Bkit@mail.example");

  await expect(optIn.email).toHaveValue("maria+kit@mail.example");
  await expect(page).toHaveURL(new RegExp(`/optin/${form.slug}\\?fbclid=abc$`));
});

test.describe("in a browser of Mexico in English", () => {
  test.use({ locale: "en-US", timezoneId: "America/Mexico_City" });

  test("the form asks whether the number is of the language's country or the time zone's", {
    tag: "@audit",
  }, async ({ optIn, page }) => {
    const form = await createForm();
    await optIn.open(form.slug);
    await expect(page.getByLabel("Country")).toHaveValue("US");
    const answers = { ...goodAnswers(form), phone: "55 1234 5678" };

    await optIn.submit(answers);

    await expect(optIn.radio("+1 551 234 5678 (United States)")).toBeVisible();
    await expect(optIn.email).toHaveValue(answers.email);
    await optIn.radio("+52 55 1234 5678 (Mexico)").check();
    await optIn.send.click();
    await expect(optIn.fact("Phone")).toHaveText("+52 55 1234 5678");
    expect(await findSubmissions(form)).toMatchObject([{ phone: "+525512345678", country: "MX" }]);
  });

  test("the form asks nothing where the visitor chose the country", async ({ optIn, page }) => {
    const form = await createForm();
    await optIn.open(form.slug);
    await optIn.fill({ ...goodAnswers(form), phone: "55 1234 5678" });
    await page.getByLabel("Country").selectOption("MX");
    await optIn.send.click();
    await expect(optIn.fact("Phone")).toHaveText("+52 55 1234 5678");
  });
});

for (const locale of ["es-419", "en-150", "ar-001", "zh-Hant-TW", "ca-ES-valencia", "de"]) {
  test.describe(`in a browser whose language is ${locale}`, () => {
    test.use({ locale });

    test(`the form's script works in ${locale}, with a country where the language has one`, {
      tag: "@audit",
    }, async ({ optIn, page }) => {
      const form = await createForm();
      await optIn.open(form.slug);
      const region = { "zh-Hant-TW": "TW", "ca-ES-valencia": "ES" }[locale] ?? "";
      await expect(page.getByLabel("Country")).toHaveValue(region);
      await optIn.email.fill("maria@example");
      await optIn.phone.focus();
      await expect(optIn.errorBeside("email")).toHaveText(messages.fields.emailShape);
      await optIn.submit(goodAnswers(form));
      await expect(optIn.fact("Phone")).toHaveText("+34 600 55 51 23");
    });
  });
}

test("whoever has a password manager that fills in the hidden field gets through at the second press", async ({
  optIn,
  page,
}) => {
  const form = await createForm();
  await optIn.open(form.slug);
  await page.locator("[name=website]").evaluate((trap: HTMLInputElement) => {
    trap.value = "https://filled.by.a.manager";
  });

  await optIn.submit(goodAnswers(form));
  await expect(optIn.summary).toHaveText(messages.optIn.unverifiable);
  await optIn.send.click();

  await expect(optIn.heading).toHaveText("Thanks, we’ve got it.");
  expect(await findSubmissions(form)).toHaveLength(1);
});

test.describe("form, in a browser in Swedish,", () => {
  test.use({ locale: "sv-SE" });

  test("the browser's country counts before the owner's", { tag: "@audit" }, async ({ optIn, page }) => {
    const [anyones, spanish] = [await createForm(), await createForm({ phoneCountry: "ES" })];
    await optIn.open(anyones.slug);
    await expect(page.getByLabel("Country")).toHaveValue("SE");
    await optIn.open(spanish.slug);
    await expect(page.getByLabel("Country")).toHaveValue("SE");
  });
});
