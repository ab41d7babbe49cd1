import { createForm } from "../../factories/index.ts";
import { expect, test } from "../support/test.ts";

const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const rows = (login: number) => `Login;Date;Type;Amount;Currency\n${login};2026-11-03;Deposit;250,00;EUR\n`;

test("an owner uploads files of a broker from its page, and sees what became of each", async ({
  page,
  signedInAs,
  hasScript,
}) => {
  const form = await createForm();
  const [platform] = form.platforms;
  await signedInAs(form.owner);
  await page.goto(`/dashboard/affiliate-settings/${platform?.id}`);
  await page.getByRole("link", { name: "Upload a statement" }).click();
  await expect(page.getByLabel("Broker", { exact: true })).toHaveValue(platform?.id ?? "");
  const picker = page.getByLabel("Files");
  await picker.setInputFiles([file("first.csv", rows(1001)), file("second.csv", rows(1002))]);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const list = page.getByRole("table", { name: "Statements" });
  await expect(list.getByRole("link")).toHaveText(["second.csv", "first.csv"]);
  if (hasScript) await expect(page.getByRole("link", { name: "Statement uploaded" })).toHaveCount(2);
});
