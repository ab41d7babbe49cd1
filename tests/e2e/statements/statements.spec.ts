import { createForm, signInAs, submitForm } from "../../factories/index.ts";
import { deposit, readStatement, toCsv } from "../../support/broker-statement.ts";
import { expect, test } from "../support/test.ts";

test("likely matches are decided one after the other, by keys with script and by buttons without", async ({
  page,
  siteUrl,
  signedInAs,
  hasScript,
}) => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const [first, second, third] = [
    await submitForm(form, { reference: "8412337", amount: "100" }),
    await submitForm(form, { reference: "8412338", amount: "100" }),
    await submitForm(form, { reference: "8412339", amount: "100" }),
  ];
  const lines = ["8412337", "8412338", "8412339"].map((account) => deposit(account, "70,00"));
  const { id } = await readStatement({ url: siteUrl, token, form }, toCsv(...lines));
  await signedInAs(form.owner);
  await page.goto(`/dashboard/statements/${id}?group=likely`);
  const match = (email: string) => page.getByRole("listitem", { name: email });
  await expect(match(first.email).getByRole("row", { name: /Amount/ })).toContainText("differs");

  const verify = (email: string) => match(email).getByRole("button", { name: /^Verify €70.00/ });
  if (hasScript) {
    await expect(verify(first.email)).toHaveAttribute("aria-keyshortcuts", "a");
    await page.keyboard.press("a");
    await expect(match(second.email)).toBeFocused();
    await page.keyboard.press("j");
    await expect(match(third.email)).toBeFocused();
    await page.keyboard.press("k");
    await expect(match(second.email)).toBeFocused();
    await page.keyboard.press("r");
    await expect(match(second.email).getByRole("button", { name: "Reject" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(match(third.email)).toBeFocused();
  } else {
    await verify(first.email).click();
    // On the page that follows, not on the one that is left.
    await expect(match(first.email)).toContainText("Verified");
    await match(second.email).getByText("Reject…").click();
    await match(second.email).getByRole("button", { name: "Reject" }).click();
  }
  await expect(match(first.email)).toContainText("Verified");
  await expect(match(second.email)).toContainText("Rejected");
  expect([(await first.reload()).status, (await second.reload()).decisionReason]).toEqual([
    "handled",
    "wrong_amount",
  ]);
  await expect(page.getByText("2 claims in 2 decisions.")).toBeVisible();
  if (hasScript) await page.keyboard.press("u");
  else await page.getByRole("button", { name: "Undo the last: 1 claim" }).click();
  await expect(page.getByText("1 claim verified.")).toBeVisible();
  expect((await second.reload()).status).toBe("pending");
});

test("a pair is confirmed by one key, and the next one follows", {
  tag: "@once",
}, async ({ page, siteUrl, signedInAs }) => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const claims = [await submitForm(form, { amount: "71" }), await submitForm(form, { amount: "83" })];
  const lines = [deposit("9001", "71,00"), deposit("9002", "83,00")];
  const { id } = await readStatement({ url: siteUrl, token, form }, toCsv(...lines));
  await signedInAs(form.owner);
  await page.goto(`/dashboard/statements/${id}`);
  await page.getByRole("link", { name: "Look at them" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Yes, verify" })).toHaveCount(2);
  await page.keyboard.press("a");
  await expect(page.getByText("1 claim verified.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Yes, verify" })).toHaveCount(1);
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { name: "No possible match is left." })).toBeVisible();
  const statuses = await Promise.all(claims.map(async (claim) => (await claim.reload()).status));
  expect(statuses.sort()).toEqual(["handled", "pending"]);
});
