import type { Locator, Page } from "@playwright/test";
import { errorSummary } from "../support/parts.ts";

export class TwoFactorPage {
  readonly code: Locator;
  readonly recoveryCode: Locator;
  readonly signIn: Locator;
  readonly summary: Locator;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.code = page.getByLabel("Code", { exact: true });
    this.recoveryCode = page.getByLabel("Recovery code", { exact: true });
    this.signIn = page.getByRole("main").getByRole("button", { name: "Sign in" });
    this.summary = errorSummary(page);
  }

  async submit(code: string): Promise<void> {
    await this.code.fill(code);
    await this.signIn.click();
  }
}
