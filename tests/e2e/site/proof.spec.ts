import type { Page } from "@playwright/test";
import { paths } from "#app/paths.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const toFile = (text: string) => ({
  name: "proof.json",
  mimeType: "application/json",
  buffer: Buffer.from(text),
});

/** Without script the chosen file is sent by the button. */
async function choose(page: Page, text: string, hasScript: boolean): Promise<void> {
  await page.getByLabel("Proof file").setInputFiles(toFile(text));
  if (!hasScript) await page.getByRole("button", { name: "Check the proof" }).click();
}

test("somebody checks a proof that another program has saved, and sees what was changed in a false one", async ({
  page,
  hasScript,
  signedInAs,
}) => {
  const form = await createForm();
  const { id } = await submitForm(form, { amount: "250", currency: "EUR" });
  await signedInAs(form.owner);
  const proof = await (await page.request.get(`/api/optin/dashboard/submissions/${id}/proof`)).json();
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));

  await page.goto(paths.proof());
  await choose(page, JSON.stringify(proof), hasScript);
  const by = hasScript ? "Your browser checked it." : "Our server checked it";
  await expect(page.getByText(`This proof is valid. ${by}`)).toBeVisible();
  await expect(page.getByText("has recorded this step")).toBeVisible();
  await expect(page.getByText("250.00 EUR")).toBeVisible();

  if (hasScript) {
    // The file is still chosen.
    await page.getByRole("button", { name: "Check the proof" }).click();
    await expect(page.getByText(`This proof is valid. ${by}`)).toBeVisible();
    await expect(page.getByText("There is a problem")).toBeHidden();
  }
  await page.getByLabel("Or paste its text").fill(JSON.stringify(proof).replace('"250.00"', '"950.00"'));
  await page.getByRole("button", { name: "Check the proof" }).click();
  await expect(page.getByText("This proof is not valid.")).toBeVisible();
  await expect(page.getByText("Step 1 was changed after it was signed.")).toBeVisible();
  expect(posts).toHaveLength(hasScript ? 0 : 2);
});

test("a browser that knows no Ed25519 lets the server check a proof, and says so", async ({
  page,
  hasScript,
}) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException("", "NotSupportedError"));
    Object.assign(crypto.subtle, { generateKey: refuse });
  });
  await page.goto(paths.proof());
  await choose(page, "{}", hasScript);
  await expect(page.getByText("Our server checked it")).toBeVisible();
  await expect(page.getByText("This is not a proof file, or its structure was changed.")).toBeVisible();
});
