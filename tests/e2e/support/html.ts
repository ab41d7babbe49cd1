import type { Response } from "@playwright/test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(new StaticConfigLoader({ extends: ["html-validate:standard"] }));

/** What the HTML standard forbids in a document as the server writes it. */
export async function findInvalidHtml(response: Pick<Response, "text"> | null): Promise<string[]> {
  const { results } = await validator.validateString((await response?.text()) ?? "");
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
