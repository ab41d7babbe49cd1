import type { z } from "zod";
import { FROM_THE_BEGINNING } from "#app/lib/contracts.ts";
import { ContractInput } from "#app/schemas/contracts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  createContract,
  deleteContract,
  updateContract,
} from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { createForm, createMember, type Form, toAccess } from "../../factories/index.ts";
import { errorSummary, expectNoErrors, seen } from "../support/parts.ts";
import { expect, test } from "../support/test.ts";

const sentences = messages.contracts;

const addressOf = (form: Form) => `/dashboard/affiliate-settings/${form.platforms[0]?.id}`;

const cpa = {
  kind: "cpa" as const,
  steps: [{ value: "300" }],
  qualification: { depositMin: "100", days: 30, lotsMin: "1" },
};

type Sent = Partial<z.input<typeof ContractInput>>;

const addContract = (form: Form, input: Sent) =>
  createContract({
    access: toAccess(form.owner),
    platformId: String(form.platforms[0]?.id),
    input: ContractInput.parse({ currency: "USD", parts: [cpa], ...input }),
  });

test("an owner adds a hybrid contract by its payments and reads it in one line", async ({
  page,
  signedInAs,
  hasScript,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf(form));
  await expect(page.getByText("No contract yet")).toBeVisible();
  await page.getByRole("link", { name: "New contract" }).click();
  await expect(page.getByLabel("Or begins with the month")).toHaveValue(/^\d{4}-\d{2}$/);
  await page.getByLabel("Or begins with the month").fill("2026-07");
  await page.getByLabel("Amounts in").selectOption("USD");
  await page.getByLabel("Paid on this day").fill("20");
  await page.getByRole("button", { name: "Add CPA" }).click();
  await page.getByLabel("Deposits at least").fill("100");
  await page.getByLabel("Days from the first deposit").fill("30");
  await page.getByLabel("Lots at least").fill("1");
  await page.getByLabel("Amount, CPA step 1").fill("300");
  await page.getByLabel("Up to, CPA step 1").fill("999.99");
  await page.getByRole("button", { name: "Add a step to CPA" }).click();
  await expect(page.getByLabel("First deposit from, CPA step 2")).toHaveValue("999.99");
  await page.getByLabel("Amount, CPA step 2").fill("450");
  await page.getByRole("button", { name: "Add monthly fee" }).click();
  await page.getByRole("button", { name: "Remove Monthly fee step 1" }).click();
  if (hasScript) {
    const asked = page.waitForEvent("dialog");
    const left = page.getByRole("link", { name: String(form.platforms[0]?.name), exact: true }).click();
    const dialog = await asked;
    expect(dialog.message()).toBe(sentences.leaveUnsaved);
    await Promise.all([dialog.dismiss(), left]);
  }
  await page.getByRole("button", { name: "Add share of revenue" }).click();
  await page.getByLabel("Percent, Share of revenue step 1").fill("20%");
  await page.getByLabel("A month below zero is carried over").check();
  await seen(page.getByText(sentences.created), () =>
    page.getByRole("button", { name: "Save contract" }).click(),
  );
  const contracts = page.getByRole("region", { name: "Contracts" });
  await expect(contracts.getByRole("link", { name: "Since Jul 1, 2026" })).toBeVisible();
  await expect(contracts.getByText("Current")).toBeVisible();
  const words =
    "$300.00 (first deposit up to $999.99), $450.00 (first deposit from $999.99) per client who deposits $100.00 or more and trades 1 lot within 30 days; plus 20% of revenue, losses carried over; paid on the 20th";
  await expect(contracts.getByText(words)).toBeVisible();
  await expect(page.getByRole("region", { name: "Commission", exact: true })).toContainText(words);
  await expect(page.getByRole("button", { name: "Save tiers" })).toHaveCount(0);
});

test("a contract with faults is refused with each at its field, and steps that pay less are only told", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(`${addressOf(form)}/contracts/new`);
  await page.getByRole("button", { name: "Save contract" }).click();
  await expect(errorSummary(page)).toContainText(sentences.partsMissing);
  await page.getByRole("button", { name: "Add per lot" }).click();
  await page.getByLabel("Amount, Per lot step 1").fill("6");
  await page.getByLabel("Up to, Per lot step 1").fill("10");
  await page.getByRole("button", { name: "Add a step to Per lot" }).click();
  await page.getByLabel("Amount, Per lot step 2").fill("5");
  await page.getByLabel("Monthly lots from, Per lot step 2").fill("9");
  await page.getByLabel("Paid on this day").fill("40");
  await page.getByRole("button", { name: "Save contract" }).click();
  await expect(errorSummary(page)).toContainText(sentences.dayOfMonth);
  await page.getByLabel("Paid on this day").fill("4");
  await page.getByRole("button", { name: "Save contract" }).click();
  const fault = "Step 2 starts inside Step 1. Start it at 10.";
  await expect(errorSummary(page)).toContainText(`Per lot: ${fault}`);
  await expect(page.getByText(sentences.paysLess)).toBeVisible();
  await expect(page.getByLabel("Monthly lots from, Per lot step 2")).toHaveValue("9");
  await page.getByLabel("Monthly lots from, Per lot step 2").fill("10");
  await seen(page.getByText(sentences.created), () =>
    page.getByRole("button", { name: "Save contract" }).click(),
  );
});

test("a contract is changed from the beginning on, kept where another window was first, and deleted", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  const { id } = await addContract(form, { startsOn: FROM_THE_BEGINNING });
  await addContract(form, { startsOn: "2026-07-01", endsOn: "2026-08-31" });
  await addContract(form, { startsOn: "2026-10-01", parts: [{ kind: "unknown" }] });
  await signedInAs(form.owner);
  await page.goto(addressOf(form));
  await expect(page.getByText("No contract counts from Sep 1, 2026 to Sep 30, 2026.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save tiers" })).toBeVisible();
  await page.getByRole("link", { name: "From the beginning to Jun 30, 2026" }).click();
  await expect(page.getByLabel("From the beginning")).toBeChecked();
  await expect(page.getByText("The next contract ends it on Jun 30, 2026.")).toBeVisible();
  await updateContract({
    access: toAccess(form.owner),
    platformId: String(form.platforms[0]?.id),
    contractId: id,
    input: { paidOnDay: 5 },
  });
  await page.getByLabel("Amount, CPA step 1").fill("350");
  await page.getByRole("button", { name: "Save contract" }).click();
  await expect(errorSummary(page)).toContainText(sentences.changedMeanwhile);
  await expect(errorSummary(page)).toContainText("paid on the 5th");
  await expect(page.getByLabel("Amount, CPA step 1")).toHaveValue("350");
  await seen(page.getByText(sentences.saved), () =>
    page.getByRole("button", { name: "Save contract" }).click(),
  );
  await expectNoErrors(page);
  await page.getByRole("link", { name: "From the beginning to Jun 30, 2026" }).click();
  await expect(page.getByLabel("Amount, CPA step 1")).toHaveValue("350.00");
  await page.getByText("Delete…").click();
  await seen(page.getByText(sentences.deleted), () =>
    page.getByRole("button", { name: "Delete contract" }).click(),
  );
  await expect(page.getByRole("link", { name: /From the beginning/ })).toHaveCount(0);
});

test("a contract that another window has deleted is not saved again, nor deleted", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  const platformId = String(form.platforms[0]?.id);
  for (const failed of [sentences.saveFailed, sentences.deleteFailed]) {
    const { id } = await addContract(form, { startsOn: FROM_THE_BEGINNING });
    await page.goto(`${addressOf(form)}/contracts/${id}`);
    await deleteContract({ access: toAccess(form.owner), platformId, contractId: id });
    if (failed === sentences.deleteFailed) await page.getByText("Delete…").click();
    const button = failed === sentences.deleteFailed ? "Delete contract" : "Save contract";
    await seen(page.getByText(`${failed}. ${messages.platforms.deletedElsewhere}`), () =>
      page.getByRole("button", { name: button }).click(),
    );
    await expect(page.getByText("No contract yet")).toBeVisible();
  }
});

test("a contract with more steps than a form has room for is read in words", async ({ page, signedInAs }) => {
  const form = await createForm();
  const steps = Array.from({ length: 16 }, (_, step) => ({
    from: String(step * 10),
    to: String((step + 1) * 10),
    value: "5",
  }));
  const parts = (["cpa", "per_lot"] as const).map((kind) => ({ kind, steps }));
  const { id } = await addContract(form, { startsOn: "2026-07-01", parts });
  await signedInAs(form.owner);
  await page.goto(`${addressOf(form)}/contracts/${id}`);
  await expect(page.getByText(sentences.tooLongForForm(32))).toBeVisible();
  await expect(page.getByText("$5.00 (up to 10 lots a month)")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save contract" })).toHaveCount(0);
});

test("a viewer reads a contract in words and has no form for it", async ({ page, signedInAs }) => {
  const form = await createForm();
  await addContract(form, { startsOn: FROM_THE_BEGINNING });
  await signedInAs(await createMember(form.owner, "viewer"));
  await page.goto(addressOf(form));
  await expect(page.getByRole("link", { name: "New contract" })).toHaveCount(0);
  await page.getByRole("link", { name: "From the beginning" }).click();
  const contract = page.getByRole("region", { name: "Contract", exact: true });
  await expect(contract.getByText("$300.00 per client who deposits $100.00 or more")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save contract" })).toHaveCount(0);
  await expect(page.getByText("Delete…")).toHaveCount(0);
});

test("tiers are kept in their form where a contract for more than deposits came meanwhile", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(addressOf(form));
  await page.getByRole("button", { name: "Add a tier" }).click();
  await page.getByLabel("You earn, tier 1").fill("10");
  const percent = { kind: "percent_of_deposits" as const, steps: [{ value: "5" }] };
  await addContract(form, { startsOn: FROM_THE_BEGINNING, parts: [percent, cpa] });
  await page.getByRole("button", { name: "Save tiers" }).click();
  await expect(errorSummary(page)).toContainText(sentences.otherContract);
});

test("an owner tries a contract on the last three months before it is saved", async ({
  page,
  signedInAs,
}) => {
  const form = await createForm();
  await signedInAs(form.owner);
  await page.goto(`${addressOf(form)}/contracts/new`);
  await page.getByRole("button", { name: "Add monthly fee" }).click();
  await page.getByLabel("Amount, Monthly fee step 1").fill("500");
  const tried = page.getByRole("heading", { name: "The last three months under this contract" });
  await seen(tried, () => page.getByRole("button", { name: "Try it on the last three months" }).click());
  await expect(page.getByLabel("Amount, Monthly fee step 1")).toHaveValue("500");
  await page.goto(addressOf(form));
  await expect(page.getByText("No contract yet")).toBeVisible();
});
