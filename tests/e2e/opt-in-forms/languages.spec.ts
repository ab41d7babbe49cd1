import type { Page } from "@playwright/test";
import type { Language } from "#app/lib/languages.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { createFormWith, findSubmissions, goodAnswers } from "../support/claims.ts";
import { expect, test } from "../support/test.ts";

const createIn = (language: Language, others: Language[] = []) =>
  createFormWith(2, {
    title: "",
    languages: JSON.stringify({ default: language, enabled: [language, ...others], automatic: true }),
  });

/** By their names, which are the same in all languages. */
async function fillIn(page: Page, { email, phone, amount }: Record<"email" | "phone" | "amount", string>) {
  for (const [name, value] of Object.entries({ email, phone, amount }))
    await page.locator(`#${name}`).fill(value);
  await page.getByRole("radio").first().check();
  await page.getByRole("checkbox").check();
}

const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

// One is read from right to left, the other has the longest words.
for (const language of ["ar", "de"] as const) {
  const { actions, errors, form: labels, thanks, mine } = textsIn(language);
  test.describe(`the form in ${language}`, { tag: language === "ar" ? [] : "@audit" }, () => {
    test.use({ viewport: { width: 320, height: 700 } });

    test(`in ${language} is refused and thanks in that language, and fits a small phone`, async ({
      optIn,
      page,
    }) => {
      const form = await createIn(language);
      await optIn.open(form.slug);
      expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(
        language === "ar" ? "rtl" : "ltr",
      );
      await expect(optIn.heading).toHaveText(actions.deposit.title);
      await expectNoSideways(page);
      await page.getByRole("button").click();
      await expect(optIn.summary).toBeFocused();
      await expect(optIn.summary.getByRole("heading")).toHaveText(labels.problems(4));
      await expect(optIn.errorBeside("email")).toHaveText(errors.emailRequired);
      await expectNoSideways(page);
      await fillIn(page, goodAnswers(form));
      await page.getByRole("button").click();
      await expect(optIn.heading).toHaveText(thanks.heading);
      await expectNoSideways(page);
      const [stored] = await findSubmissions(form);
      expect(stored).toMatchObject({ language, phone: "+34600555123" });
    });

    test(`the private page in ${language} asks before it withdraws, and fits a small phone`, async ({
      optIn,
      page,
      hasScript,
    }) => {
      const form = await createIn(language);
      await optIn.open(form.slug);
      await fillIn(page, goodAnswers(form));
      await page.getByRole("button").click();
      await expect(optIn.heading).toHaveText(thanks.heading);
      // Without script it is the page that thanks.
      if (hasScript) await page.getByRole("link", { name: thanks.keepLink }).click();
      await page.getByRole("link", { name: mine.withdraw }).click();
      await expect(page.getByRole("heading", { name: mine.withdrawQuestion })).toBeVisible();
      await expectNoSideways(page);
      await page.getByRole("button", { name: mine.withdrawYes }).click();
      await expect(optIn.heading).toHaveText(mine.isWithdrawn);
    });
  });
}

test("another language of the form keeps what was typed, and the query that it was opened with", async ({
  optIn,
  page,
  hasScript,
}) => {
  const form = await createIn("en", ["es"]);
  await optIn.open(form.slug, "?fbclid=a-click");
  const { email, amount } = goodAnswers(form);
  await fillIn(page, { ...goodAnswers(form), email: `\u200b${email}` });
  await page.locator("#amount").press("Tab");
  const broker = await page.getByRole("radio").first().inputValue();
  await page.getByRole("button", { name: "Español" }).click();
  await expect(optIn.heading).toHaveText(textsIn("es").actions.deposit.title);
  await expect(page.locator("#email")).toHaveValue(new RegExp(`${email}$`));
  await expect(page.locator("#amount")).toHaveValue(amount);
  await expect(page.locator(`[value="${broker}"]`)).toBeChecked();
  // Nobody has agreed to this text.
  await expect(page.getByRole("checkbox")).not.toBeChecked();
  await expect(optIn.summary).toBeHidden();
  expect(new URL(page.url()).search).toBe(hasScript ? "?fbclid=a-click&lang=es" : "?fbclid=a-click");
  expect(await findSubmissions(form)).toEqual([]);
  if (hasScript) expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: textsIn("es").actions.deposit.button }).click();
  await expect(optIn.heading).toHaveText(textsIn("es").thanks.heading);
  expect(await findSubmissions(form)).toMatchObject([{ email, fbclid: "a-click", language: "es" }]);
});
