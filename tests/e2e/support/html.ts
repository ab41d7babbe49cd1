import type { Page } from "@playwright/test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:standard"] }));

/** What the HTML standard forbids in the document at the page's URL, as the server writes it. */
export async function findInvalidHtml(page: Page): Promise<string[]> {
  const response = await page.request.get(page.url());
  const { results } = await validator.validateString(await response.text());
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
