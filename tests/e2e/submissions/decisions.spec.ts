import { sha256 } from "#app/lib/random.server.ts";
import { Delivery, DeliveryAttempt, OptInForm, type Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { connectMeta, createForm, findAccess, findOwner, submitForm } from "../../factories/index.ts";
import { submitMany } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

const DAY = 24 * 3_600_000;
const { updated, updatedAndSent, updatedNotSent } = messages.submissions;

/** A claim of an owner whose connection has such a token. */
async function claim({ accessToken, now }: { accessToken?: string; now?: Date } = {}): Promise<Submission> {
  const form = await createForm();
  await connectMeta(form.owner, accessToken === undefined ? {} : { accessToken });
  return submitForm(form, now ? { now } : {});
}

const getOwner = ({ workspaceId }: Submission) => findOwner(workspaceId);
const readStatus = async (submission: Submission) => (await submission.reload()).status;

test("a claim marked handled is sent, and its proof is shown", async ({ inbox, signedInAs }) => {
  const submission = await claim();
  await signedInAs(await getOwner(submission));
  await inbox.open("?status=all");
  const sheet = await inbox.openSheet(submission.email);
  await sheet.amount.fill("245.50");

  await sheet.handled.click();

  await expect(inbox.flash(updatedAndSent)).toBeVisible();
  await expect(inbox.page.getByText("Meta: accepted.")).toBeVisible();
  await expect(inbox.page.getByRole("link", { name: "Open the claim" })).toHaveAttribute(
    "href",
    paths.submission({ submissionId: submission.id }),
  );
  await expect(sheet.region.getByText("Meta accepted it")).toBeVisible();
  await expect(sheet.region).toContainText("trace ");
  await expect(inbox.row(submission.email)).toContainText("Accepted");
  const [delivery] = await Delivery.findAll({ where: { submissionId: submission.id } });
  await sheet.showWhatWasSent();
  await expect(sheet.region).toContainText(`event ID ${delivery?.eventId}`);
  await expect(sheet.request(1)).toContainText(sha256(submission.emailKey));
  await expect(sheet.request(1)).not.toContainText(submission.email);
  await expect(sheet.request(1)).toContainText("245.5");
  await expect(sheet.response(1)).toContainText('"events_received":1');
  expect(await readStatus(submission)).toBe("handled");
  const received = await fetch(`${process.env.META_GRAPH_URL}/received`, {
    headers: { accept: "application/json" },
  });
  const { events } = (await received.json()) as { events: { eventId: string; accepted: boolean }[] };
  expect(events.filter(({ eventId }) => eventId === delivery?.eventId)).toMatchObject([{ accepted: true }]);
});

test("the outcome is shown on a phone too, where the sheet covers everything else", {
  tag: "@audit",
}, async ({ inbox, page, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const submission = await claim();
  await signedInAs(await getOwner(submission));
  await inbox.open("?status=all");
  const sheet = await inbox.openSheet(submission.email);

  await sheet.handled.click();

  await expect(inbox.flash(updatedAndSent)).toBeInViewport();
  // Nothing lies over it: a trial presses where the words are, without pressing.
  await inbox.flash(updatedAndSent).click({ trial: true });
  await sheet.close.click();
  await expect(inbox.row(submission.email)).toContainText("Accepted");
});

test("the visitor sees what was passed on", { tag: "@once" }, async ({ inbox, optIn, page, signedInAs }) => {
  const submission = await claim();
  await signedInAs(await getOwner(submission));
  await inbox.open(`?status=all&open=${submission.id}`);
  await inbox.sheet(submission.email).handled.click();
  await expect(inbox.flash(updatedAndSent)).toBeVisible();
  const form = await OptInForm.findByPk(submission.formId, { rejectOnEmpty: true });

  await page.goto(paths.privateLink({ slug: form.slug, token: createPrivateToken(submission.id) }));

  await expect(optIn.heading).toHaveText("Verified.");
  await expect(optIn.fact("Shared with")).toHaveText("Meta");
});

test("a token that Meta refuses tells the owner what to do", { tag: "@once" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const submission = await claim({ accessToken: "sandbox-expired" });
  await signedInAs(await getOwner(submission));
  await inbox.open(`?status=all&open=${submission.id}`);
  const sheet = inbox.sheet(submission.email);

  await sheet.handled.click();

  await expect(inbox.flash(updatedNotSent)).toBeVisible();
  await expect(sheet.region.getByText("Meta refused the connection")).toBeVisible();
  await expect(sheet.region).toContainText("Connect Meta again");
  await expect(inbox.row(submission.email)).toContainText("Parked");
  await page.goto("/dashboard/overview");
  await expect(page.getByText("1 event is parked.")).toBeVisible();
});

test("an event that Meta refuses for good shows its remedy", { tag: "@once" }, async ({
  inbox,
  signedInAs,
}) => {
  const submission = await claim({ accessToken: "sandbox-bad-event" });
  await signedInAs(await getOwner(submission));
  await inbox.open(`?status=all&open=${submission.id}`);
  const sheet = inbox.sheet(submission.email);

  await sheet.handled.click();

  await expect(inbox.flash(updatedNotSent)).toBeVisible();
  await expect(sheet.region.getByText("Meta refused it")).toBeVisible();
  await inbox.view("Problems").click();
  await expect(inbox.row(submission.email)).toContainText("Refused");
});

for (const width of [1280, 390]) {
  test.describe(`on a screen of ${width} px`, { tag: "@audit" }, () => {
    test.use({ viewport: { width, height: 844 } });

    test("a long reason from a platform widens neither the table nor the sheet", { tag: "@once" }, async ({
      inbox,
      page,
      signedInAs,
    }) => {
      const submission = await claim({ accessToken: "sandbox-bad-event" });
      await decideSubmission({
        access: await findAccess(submission.workspaceId),
        submissionId: submission.id,
        input: { status: "handled" },
      });
      const deliveries = await Delivery.findAll({ where: { submissionId: submission.id } });
      const where = { deliveryId: deliveries.map(({ id }) => id) };
      await DeliveryAttempt.update(
        { message: `Invalid parameter ${"fbtrace".repeat(40)} `.repeat(3) },
        { where },
      );
      await signedInAs(await getOwner(submission));
      for (const query of ["?status=all", `?status=all&open=${submission.id}`]) {
        await inbox.open(query);
        const person = inbox.table.getByRole("link", { name: submission.email });
        if (width > 860 || query === "?status=all")
          expect((await person.boundingBox())?.width).toBeGreaterThan(200);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0);
      }
      const sheet = await inbox.sheet(submission.email).region.boundingBox();
      expect((sheet?.x ?? 0) + (sheet?.width ?? 0)).toBeLessThanOrEqual(width);
    });
  });
}

test("an event is sent again by itself after a passing fault", { tag: "@audit" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const submission = await claim({ accessToken: "sandbox-500-once" });
  await signedInAs(await getOwner(submission));
  await inbox.open(`?status=all&open=${submission.id}`);

  await inbox.sheet(submission.email).handled.click();

  await expect(inbox.flash(updatedNotSent)).toBeVisible();
  await expect.poll(async () => (await submission.reload()).eventStatus).toBe("sent");
  await page.reload();
  const sheet = inbox.sheet(submission.email);
  await expect(sheet.region.getByText("Meta could not take it")).toBeVisible();
  await expect(sheet.region.getByText("try 2, same event ID")).toBeVisible();
});

test("a claim that is too late is not sent, and says so", { tag: "@audit" }, async ({
  inbox,
  signedInAs,
}) => {
  const submission = await claim({ now: new Date(Date.now() - 8 * DAY) });
  await signedInAs(await getOwner(submission));
  await inbox.open("?status=all");
  const sheet = await inbox.openSheet(submission.email);
  await expect(sheet.region).toContainText("It is too late for Meta: nothing is sent.");

  await sheet.handled.click();

  await expect(inbox.flash(updatedNotSent)).toBeVisible();
  await expect(sheet.region.getByText("Too late for Meta", { exact: true })).toBeVisible();
  await expect(inbox.row(submission.email)).toContainText("Expired");
});

test("a claim is rejected with a reason and set back to pending", async ({ inbox, signedInAs }) => {
  const submission = await claim();
  await signedInAs(await getOwner(submission));
  await inbox.open("?status=all");
  const sheet = await inbox.openSheet(submission.email);

  await sheet.rejectAs("Wrong amount");

  await expect(inbox.flash(updated)).toBeVisible();
  await expect(sheet.region.getByText("You rejected it")).toBeVisible();
  await expect(sheet.region.getByText("Wrong amount", { exact: true })).toBeVisible();
  expect(await readStatus(submission)).toBe("rejected");
  await sheet.setToPending.click();
  await expect(sheet.reject).toBeVisible();
  expect(await readStatus(submission)).toBe("pending");
  expect(await Delivery.count({ where: { submissionId: submission.id } })).toBe(0);
});

test("the next claim opens after a decision, which can be undone", async ({ inbox, page, signedInAs }) => {
  const form = await createForm();
  const [first = "", second = ""] = await submitMany(3, form);
  await signedInAs(form.owner);
  await inbox.open();
  const sheet = await inbox.openSheet(first);
  await expect(sheet.region).toContainText("1 of 3");

  await sheet.rejectAs("Duplicate");

  const next = inbox.sheet(second);
  await expect(next.region.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(next.region).toContainText("1 of 2");
  await next.region.getByRole("button", { name: "Undo the last decision" }).click();
  await expect(sheet.handled).toBeVisible();
  await expect(sheet.region).toContainText("1 of 3");
  await page.locator("summary", { hasText: /^Options/ }).click();
  await page.getByLabel("Open the next claim after a decision").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await form.owner.reload()).reviewPreferences).toContain('"opensNext":false');
  await sheet.handled.click();
  await expect(sheet.region.getByText("You marked it verified")).toBeVisible();
  await sheet.next.click();
  await expect(next.region).toContainText("1 of 2");
});

test("only a failed event can be sent again, and the page says why", { tag: "@once" }, async ({
  inbox,
  signedInAs,
}) => {
  const submission = await claim();
  await signedInAs(await getOwner(submission));
  await inbox.open(`?status=all&open=${submission.id}`);
  const sheet = inbox.sheet(submission.email);

  await sheet.handled.click();

  await expect(sheet.sendAgain).toHaveAttribute("aria-disabled", "true");
  await expect(sheet.sendAgain).toHaveAccessibleDescription("Nothing to send again.");
});

test("an event that Meta refused is sent again by hand under the same id", { tag: "@once" }, async ({
  inbox,
  signedInAs,
}) => {
  const submission = await claim({ accessToken: "sandbox-bad-event" });
  const owner = await getOwner(submission);
  await signedInAs(owner);
  await inbox.open(`?status=all&open=${submission.id}`);
  const sheet = inbox.sheet(submission.email);
  await sheet.handled.click();
  await expect(sheet.region.getByText("Meta refused it")).toBeVisible();
  const [before] = await Delivery.findAll({ where: { submissionId: submission.id } });
  await connectMeta(owner, { accessToken: "sandbox-mended" });

  await sheet.sendAgain.click();

  await expect(sheet.region.getByText("Meta accepted it")).toBeVisible();
  await expect(sheet.region.getByText("try 2, same event ID")).toBeVisible();
  const [after] = await Delivery.findAll({ where: { submissionId: submission.id } });
  expect(after).toMatchObject({ eventId: before?.eventId, state: "sent" });
});

test("an invalid amount is refused beside its field", { tag: "@once" }, async ({
  inbox,
  page,
  signedInAs,
}) => {
  const submission = await claim();
  await signedInAs(await getOwner(submission));
  await inbox.open(`?status=all&open=${submission.id}`);
  const sheet = inbox.sheet(submission.email);
  await sheet.amount.fill("");
  await sheet.handled.click();
  await expect(sheet.amount).toHaveAccessibleDescription("Please enter the amount you found at the broker");
  await sheet.amount.fill("a lot");

  await sheet.handled.click();

  await expect(sheet.amount).toHaveAccessibleDescription(messages.fields.amountShape);
  await expect(sheet.amount).toHaveValue("a lot");
  await expect(page).toHaveTitle(/^Error: /);
  expect(await readStatus(submission)).toBe("pending");
});

test("a withdrawn claim offers no decision", { tag: "@audit" }, async ({ inbox, signedInAs }) => {
  const submission = await claim();
  await submission.update({ withdrawnAt: new Date() });
  await signedInAs(await getOwner(submission));

  await inbox.open(`?status=all&open=${submission.id}`);

  const sheet = inbox.sheet(submission.email);
  await expect(sheet.region).toContainText("There's nothing left to decide.");
  await expect(sheet.handled).toHaveCount(0);
});

test("a rejection for another reason asks for it, and keeps what was typed", async ({
  inbox,
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const submission = await submitForm(form);
  await signedInAs(form.owner);
  await inbox.open(`?status=all&open=${submission.id}`);
  const { region } = inbox.sheet(submission.email);
  await region.getByText("Reject…").click();
  await region.getByLabel("Internal note").fill("Asked by email");
  await region.getByLabel("Other").check();
  await region.getByRole("button", { name: "Reject", exact: true }).click();

  await expect(region.getByRole("link", { name: "Please say what the other reason is" })).toBeVisible();
  await expect(region.getByLabel("Details")).toHaveAccessibleDescription(
    "Please say what the other reason is",
  );
  await expect(region.getByLabel("Internal note")).toHaveValue("Asked by email");
  expect(await readStatus(submission)).toBe("pending");
  await region.getByLabel("Details").fill("Another account");
  await region.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(inbox.flash(updated)).toBeVisible();

  // Of many the plan stays until it is complete.
  const second = await submitForm(form);
  await inbox.open();
  await page.getByLabel(`Select ${second.email}`).check();
  await page.getByRole("button", { name: "Reject…" }).click();
  const plan = page.getByRole("region", { name: "Reject 1?" });
  await plan.getByLabel("Other").check();
  await plan.getByRole("button", { name: "Reject 1", exact: true }).click();
  await expect(plan.getByText("Please say what the other reason is")).toBeVisible();
  await plan.getByLabel("Details").fill("Another account");
  await plan.getByRole("button", { name: "Reject 1", exact: true }).click();
  await expect(inbox.flash("1 rejected.")).toBeVisible();
});
