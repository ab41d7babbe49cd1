import type { Page, Route } from "@playwright/test";
import { messages } from "#app/schemas/messages/index.ts";
import { createOwner, createPlatforms } from "../../factories/index.ts";
import { startUnfinishedResponses } from "../../servers/unfinished-responses.ts";
import { errorSummary, platformList } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const at = "/dashboard/affiliate-settings";
const { cut, offline, ourFault, pageFailed, pageOffline, refused, tooLarge } = messages.network;
const sentences = messages.platforms;
const password = "verify-what-is-true";

type Loss = (route: Route) => Promise<void>;

const offLine: Loss = (route) => route.abort("internetdisconnected");
/** Responds as a proxy in front does; without a body it is bare. */
const behindAProxy =
  (status: number, body = "<h1>Bad gateway</h1>"): Loss =>
  (route) =>
    route.fulfill({ status, body, contentType: "text/html" });
const serverAway = behindAProxy(502);
/** The app's own response. */
const databaseAway: Loss = (route) =>
  route.fulfill({ status: 503, headers: { "x-remix-response": "yes", "retry-after": "2" }, body: "" });

/** What is posted gets lost, as `how` says; what is read comes as ever. */
const losePosts = (page: Page, how: Loss) =>
  page.route("**/*.data*", (route) => (route.request().method() === "POST" ? how(route) : route.fallback()));

/** What is read gets lost, as `how` says. */
const loseReads = (page: Page, how: Loss) =>
  page.route("**/*.data*", (route) => (route.request().method() === "GET" ? how(route) : route.fallback()));

/** The script of a page that is opened for the first time. */
const loseScripts = (page: Page, how: Loss) => page.route("**/assets/*.js", how);

const toast = (page: Page, message: string) => page.getByRole("listitem").filter({ hasText: message });

const noScript = "Error loading route module|Failed to fetch dynamically imported module";

test.use({ foreseen: [new RegExp(`ERR_INTERNET_DISCONNECTED|status of 50[23]|^50[23] from|${noScript}`)] });

test("the page and its text stay if another page cannot open, whatever the loss", async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.clock.install();
  await page.goto(at);
  await page.getByLabel("Name").fill("Halden FX");
  for (const { how, notOpened } of [
    { how: offLine, notOpened: pageOffline },
    { how: serverAway, notOpened: pageFailed },
    { how: databaseAway, notOpened: pageFailed },
  ]) {
    let lost = 0;
    await loseReads(page, async (route) => {
      await how(route);
      lost++;
    });
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    // Four tries, with 1, 2 and 4 seconds between them.
    await expect(async () => {
      if (lost < 4) await page.clock.runFor(1000);
      expect(lost).toBe(4);
    }).toPass();
    await expect(toast(page, messages.loading.statistics)).toContainText(notOpened);
    await expect(page.getByLabel("Name")).toHaveValue("Halden FX");
    await expect(page).toHaveURL(new RegExp(at));
    await page.unrouteAll();
  }

  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/overview$/);
});

test("the page and its text stay if the script of another page does not come", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.goto(at);
  await page.getByLabel("Name").fill("Halden FX");
  await loseReads(page, serverAway);
  await loseScripts(page, serverAway);
  await page.route("**/dashboard/analytics/money", serverAway);
  await page.getByRole("link", { name: "Results", exact: true }).click();
  await expect(toast(page, messages.loading.statistics)).toContainText(pageFailed);
  await expect(page.getByLabel("Name")).toHaveValue("Halden FX");
  await expect(page).toHaveURL(new RegExp(at));

  await page.unrouteAll();
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Results", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/analytics/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results");
});

test("a new platform's name stays, and is taken at the next press", async ({ page, inbox, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto(at);
  await page.getByLabel("Name").fill("Halden FX");
  await losePosts(page, offLine);
  await page.getByRole("button", { name: "Add broker" }).click();
  await expect(toast(page, `${sentences.createFailed}. ${offline}`)).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Halden FX");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Brokers");

  await page.unrouteAll();
  await page.getByRole("button", { name: "Add broker" }).click();
  await expect(inbox.flash(sentences.created)).toBeVisible();
  await expect(page.getByRole("link", { name: "Halden FX", exact: true })).toBeVisible();
});

test("a lost change of a user is named", { tag: "@audit" }, async ({ page, signedInAs }) => {
  await signedInAs(await createOwner({ role: "superadmin" }));
  const user = await createOwner();
  await page.goto(`/admin/users/${user.id}`);
  await losePosts(page, serverAway);
  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(toast(page, `${messages.admin.statusFailed}. ${ourFault}`)).toBeVisible();
});

test("the platforms return to their saved order", { tag: "@audit" }, async ({ page, signedInAs }) => {
  const owner = await createOwner();
  const names = (await createPlatforms(2, { owner })).map((platform) => String(platform.name));
  await signedInAs(owner);
  await page.goto(at);
  await losePosts(page, offLine);
  await page.getByRole("button", { name: `Move ${names[0]} down` }).click();
  await expect(toast(page, `${sentences.reorderFailed}. ${offline}`)).toBeVisible();
  await expect(platformList(page).names).toHaveText(names);
  await expect(page.getByText(`${names[0]} is 1 of 2 again.`)).toBeAttached();
});

test("an earlier refusal stays, with what was wrong", { tag: "@audit" }, async ({ page, signedInAs }) => {
  await signedInAs(await createOwner());
  await page.goto("/dashboard/settings/account");
  const street = page.getByLabel("Street and number");
  await street.fill("x".repeat(201));
  await page.getByLabel("City").fill("x".repeat(101));
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(errorSummary(page)).toContainText(messages.fields.streetLong);
  await street.fill("Rúa 1");
  await losePosts(page, serverAway);
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(toast(page, ourFault)).toBeVisible();
  await expect(street).toHaveValue("Rúa 1");
  await expect(errorSummary(page)).toContainText(messages.fields.cityLong);
  // What was wrong with a field goes once it is typed into.
  await expect(errorSummary(page)).not.toContainText(messages.fields.streetLong);
  await expect(page.getByText(messages.profile.addressFailed, { exact: true })).toHaveCount(0);
});

test("the passwords of who signs in or changes one stay", { tag: "@audit" }, async ({ page, signedInAs }) => {
  await page.goto("/login");
  await page.getByLabel("Email or username").fill("someone@example.com");
  await page.getByLabel("Password").fill(password);
  await losePosts(page, offLine);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(toast(page, offline)).toBeVisible();
  await expect(page.getByLabel("Email or username")).toHaveValue("someone@example.com");
  await expect(page.getByLabel("Password")).toHaveValue(password);

  await signedInAs(await createOwner({ password }));
  await page.goto("/dashboard/settings/password");
  await page.getByLabel("New password").fill("staple of another kind");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(toast(page, offline)).toBeVisible();
  await expect(page.getByLabel("New password")).toHaveValue("staple of another kind");
});

test("a request for a reset says once when to try again, and keeps the email that was typed", {
  tag: "@audit",
}, async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("someone@example.com");
  await losePosts(page, offLine);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(toast(page, `${messages.auth.resetRequestFailed} ${messages.network.kept}`)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("someone@example.com");
});

test("a form that leads elsewhere stays on the page if it got no response", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  await signedInAs(await createOwner());
  await page.goto(at);
  await page.getByLabel("Name").fill("Halden FX");
  await losePosts(page, serverAway);
  await page.locator("summary", { hasText: "Account of" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(toast(page, ourFault)).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Halden FX");
  await expect(page).toHaveURL(new RegExp(at));
});

/** What is posted gets the beginning of a response, over a real connection. */
const postTo = (page: Page, port: number) =>
  losePosts(page, (route) => {
    const url = new URL(route.request().url());
    url.port = String(port);
    return route.continue({ url: url.href });
  });

test.describe("with a response that breaks halfway", () => {
  test.use({ foreseen: [/ERR_INCOMPLETE_CHUNKED_ENCODING/] });

  test("the form and its text stay, and it says that it may have worked", async ({ page, signedInAs }) => {
    await using server = await startUnfinishedResponses("cut");
    await signedInAs(await createOwner());
    await page.goto(at);
    await page.getByLabel("Name").fill("Halden FX");
    await postTo(page, server.port);
    await page.getByRole("button", { name: "Add broker" }).click();
    await expect(toast(page, cut)).toBeVisible();
    await expect(page.getByText(sentences.createFailed)).toHaveCount(0);
    await expect(page.getByLabel("Name")).toHaveValue("Halden FX");
  });
});

test("a form whose response has begun is left without an error", { tag: "@audit" }, async ({
  page,
  signedInAs,
}) => {
  await using server = await startUnfinishedResponses("wait");
  await signedInAs(await createOwner());
  await page.goto(at);
  await page.getByLabel("Name").fill("Halden FX");
  await postTo(page, server.port);
  await page.route("**/affiliate-settings.data*", (route) =>
    route.request().method() === "GET" ? undefined : route.fallback(),
  );
  const responded = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Add broker" }).click();
  await responded;
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/overview$/);
});

test.describe("with a newer version of the app", () => {
  test.use({ foreseen: [new RegExp(`status of 404|^404 from|${noScript}`)] });

  test("a page whose script was replaced opens as a document", async ({ page, signedInAs }) => {
    await signedInAs(await createOwner());
    await page.goto(at);
    await loseScripts(page, (route) => route.fulfill({ status: 404 }));
    const opened = page.waitForRequest(
      (request) => request.isNavigationRequest() && /\/dashboard\/analytics\/money$/.test(request.url()),
    );
    await page.getByRole("link", { name: "Results", exact: true }).click();
    await opened;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results");
  });
});

test.describe("with something in front that responds", () => {
  test.use({ foreseen: [/status of (?:520|403|413)|^(?:520|403|413) from/] });

  test("the tiers that were typed stay, with the reason, whatever the response", { tag: "@audit" }, async ({
    page,
    signedInAs,
  }) => {
    const owner = await createOwner();
    const [platform] = await createPlatforms(1, { owner });
    await signedInAs(owner);
    await page.goto(`${at}/${platform?.id}`);
    await page.getByRole("button", { name: "Add a tier" }).click();
    await page.getByLabel("Name, tier 1").fill("Silver");
    await page.getByLabel("You earn, tier 1").fill("25");
    for (const { response, reason } of [
      { response: behindAProxy(520, ""), reason: ourFault },
      { response: behindAProxy(403, "<h1>Attention required</h1>"), reason: refused },
      { response: behindAProxy(413, "<h1>Too large</h1>"), reason: tooLarge },
      { response: behindAProxy(200, "<h1>Maintenance</h1>"), reason: ourFault },
    ]) {
      await losePosts(page, response);
      await page.getByRole("button", { name: "Save tiers" }).click();
      const said = toast(page, `${sentences.tiersFailed}. ${reason}`);
      await expect(said).toBeVisible();
      await expect(page.getByLabel("Name, tier 1")).toHaveValue("Silver");
      await expect(page.getByLabel("You earn, tier 1")).toHaveValue("25");
      await expect(page.getByText(messages.loading.platforms)).toHaveCount(0);
      await said.getByRole("button", { name: "Dismiss" }).click();
      await expect(said).toHaveCount(0);
      await page.unrouteAll();
    }
  });
});

test.describe("with an error page of the product itself", () => {
  test.use({ foreseen: [/status of 413|^413 from/] });

  test("the page of a form that is too large for the action to read stays", { tag: "@audit" }, async ({
    page,
    signedInAs,
  }) => {
    await signedInAs(await createOwner());
    await page.goto(at);
    await page.getByLabel("Name").evaluate((input: HTMLInputElement) => {
      input.value = "x".repeat(200_000);
    });
    await page.getByRole("button", { name: "Add broker" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: sentences.createFailed })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Brokers");
  });
});
