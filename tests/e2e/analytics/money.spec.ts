import type { Locator, Page } from "@playwright/test";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createForm, submitForm, toAccess } from "../../factories/index.ts";
import { createZip } from "../../support/zip.ts";
import { expect, test } from "../support/test.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** A workbook whose days and amounts are numbers, as a spreadsheet stores them. */
function createWorkbook(heads: string[], rows: [Date, string, number, number][]): Promise<Buffer> {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const day = (value: Date) =>
    `<c s="1"><v>${Math.floor(value.getTime() / 86_400_000) - Date.UTC(1899, 11, 30) / 86_400_000}</v></c>`;
  const lines = rows.map(
    ([date, name, ...numbers]) =>
      `<row>${day(date)}${text(name)}${numbers.map((one) => `<c><v>${one}</v></c>`).join("")}</row>`,
  );
  const overrides = ["workbook:sheet.main", "styles:styles", "worksheets/sheet1:worksheet"].map((one) => {
    const [name, type] = one.split(":");
    return `<Override PartName="/xl/${name}.xml" ContentType="${CONTENT}.${type}+xml"/>`;
  });
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`;
  return createZip({
    "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join("")}</Types>`,
    "_rels/.rels": `${XML}<Relationships xmlns="${RELATIONS}">${relation("a", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${TYPES}"><sheets><sheet name="Spend" sheetId="1" r:id="a"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${RELATIONS}">${relation("a", "worksheet", "worksheets/sheet1.xml")}${relation("b", "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml": `${XML}<styleSheet xmlns="${MAIN}"><fonts><font/></fonts><fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `${XML}<worksheet xmlns="${MAIN}"><sheetData><row>${heads.map(text).join("")}</row>${lines.join("")}</sheetData></worksheet>`,
  });
}

/** Whoever has no mouse: with script, every part is reached by Tab. */
function withKeyboard(page: Page, hasScript: boolean) {
  const reach = async (part: Locator) => {
    if (!hasScript) return part.focus();
    for (let steps = 0; steps < 250; steps++) {
      if (await part.evaluate((one) => one === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${part}.`);
  };
  return {
    reach,
    press: async (part: Locator, key = "Enter") => {
      await reach(part);
      await page.keyboard.press(key);
    },
    type: async (part: Locator, text: string) => {
      await reach(part);
      await page.keyboard.type(text);
    },
    choose: async (part: Locator, label: string) => {
      await reach(part);
      await part.selectOption({ label });
    },
  };
}

/** What a job has done is there at the next look. */
const untilShown = (page: Page, part: Locator) =>
  expect(async () => {
    await page.reload();
    await expect(part).toBeVisible({ timeout: 500 });
  }).toPass();

test.use({ viewport: { width: 390, height: 844 } });

test("an owner brings spend in by keyboard on a phone, and sees what a verified deposit of a campaign cost", async ({
  page,
  hasScript,
  signedInAs,
}) => {
  const form = await createForm();
  for (let count = 0; count < 2; count++) {
    const pageUrl = "https://casa.example/?utm_source=tiktok&utm_campaign=summer-sale";
    const { id: submissionId } = await submitForm(form, { pageUrl });
    const input = { status: "handled" as const, amount: undefined, currency: undefined };
    await decideSubmission({ access: toAccess(form.owner), submissionId, input });
  }
  await signedInAs(form.owner);
  const { press, type, choose } = withKeyboard(page, hasScript);
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  const yesterday = new Date(Date.now() - 86_400_000);
  const buffer = await createWorkbook(
    ["When", "What", "Total A", "Total B"],
    [
      [yesterday, "Summer Sale", 300.5, 1],
      [yesterday, "Nobody claims", 55, 2],
    ],
  );
  const mimeType = `${CONTENT}.sheet`;
  await page.goto(paths.spend());
  await page.getByLabel("Files").setInputFiles({ name: "ads.xlsx", mimeType, buffer });
  await press(button("Upload"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ads.xlsx");
  await untilShown(page, page.getByText("Which column has the amount that was spent?"));
  await choose(page.getByLabel("Which ad platform is this file of?"), "TikTok");
  await choose(page.getByLabel("In which currency are the amounts?"), "EUR");
  await choose(page.getByLabel("What", { exact: true }), "Campaign");
  await choose(page.getByLabel("Total A"), "Amount spent");
  await press(button("Read the file this way"));
  const toMoney = page.getByRole("link", { name: "See what a deposit cost" });
  await untilShown(page, toMoney);
  await press(toMoney);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results");
  // The file has yesterday, the claims are of today.
  await press(page.getByRole("link", { name: "28 days", exact: true }));
  await expect(page).not.toHaveURL(/from=/);

  const money = page.getByRole("table", { name: "Money by campaign" });
  const sale = money.getByRole("row", { name: /Summer Sale/ });
  await untilShown(page, sale.getByRole("link", { name: "€150.25" }));
  // A row shows its cost, its profit and what can be said of it, and opens to the rest.
  const spent = sale.getByRole("link", { name: "€300.50" }).first();
  await expect(sale.getByText("commission unknown")).toBeVisible();
  await expect(spent).toBeHidden();
  await press(sale.locator("summary"));
  await press(spent);
  await expect(page.getByRole("table", { name: "Rows of ad spend" })).toContainText("ads.xlsx");
  await page.goto(paths.money());
  await press(page.getByRole("link", { name: "Limit and sources" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Limit and sources");
  await choose(page.getByLabel("Campaign", { exact: true }), "Nobody claims, TikTok");
  await type(page.getByLabel("Source", { exact: true }), "newsletter");
  await press(button("Save source"));
  await expect(page.getByText("counts under newsletter")).toBeVisible();
  await type(page.getByLabel("Tell me when a verified deposit costs more than"), "100");
  await type(page.getByLabel("After this much was spent"), "200");
  await press(button("Save limit"));
  await expect(button("Remove limit")).toBeVisible();

  await page.goto(paths.money());
  // The heads are cut off until the focus is on what they link.
  const heads = money.locator("thead");
  await expect(heads).toHaveCSS("position", "absolute");
  await heads.locator("a").first().focus();
  await expect(heads).toHaveCSS("position", "static");
  // Tab goes on from the top, and past no message that is shown.
  await page.goto(paths.money());
  await press(page.getByRole("link", { name: "Compare with the days before" }));
  await expect(page.getByText("compared with")).toBeVisible();
  await press(page.getByRole("link", { name: "Stop comparing" }));
  await expect(page.getByText("compared with")).toHaveCount(0);
  await press(page.locator("summary").filter({ hasText: "Columns" }));
  await press(page.getByRole("checkbox", { name: "Commission / spend" }), " ");
  await choose(page.getByLabel("Sort by"), "Spend, lowest first");
  await press(button("Show these columns"));
  await expect(page).toHaveURL(/sort=spend/);
  await expect(money.getByRole("columnheader", { name: "Commission / spend" })).toHaveCount(0);
  const names = await money.getByRole("row").allInnerTexts();
  const at = (name: string) => names.findIndex((row) => row.includes(name));
  expect(at("Nobody claims")).toBeLessThan(at("Summer Sale"));
  for (const format of ["CSV", "XLSX"]) {
    await page.goto(paths.money({ sort: "spend" }));
    await press(page.locator("summary").filter({ hasText: "Export" }));
    const download = page.waitForEvent("download");
    await press(page.getByRole("link", { name: format, exact: true }));
    expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
  }

  await page.goto(paths.spend());
  await press(page.getByRole("link", { name: "Add an amount" }));
  const sheet = page.getByRole("region", { name: "Add an amount" }).first();
  await expect(sheet).toBeVisible();
  await press(sheet.getByRole("link", { name: "Close" }));
  await expect(sheet).toHaveCount(0);
  await press(page.getByRole("link", { name: "Add an amount" }));
  await type(page.getByLabel("What it was spent on"), "Fee of Ana");
  await type(page.getByLabel("Amount", { exact: true }), "40");
  await type(page.getByLabel("Source", { exact: true }), "instagram");
  await press(button("Add amount"));
  await expect(page.getByText(messages.spend.added).first()).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("table", { name: "What you added" })).toContainText("Fee of Ana");
});
