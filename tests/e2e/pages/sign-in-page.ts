import type { Locator, Page, Response } from "@playwright/test";
import { errorSummary } from "../support/parts.ts";

export class SignInPage {
  readonly usernameOrEmail: Locator;
  readonly password: Locator;
  readonly signIn: Locator;
  readonly summary: Locator;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.usernameOrEmail = page.getByLabel("Email or username");
    this.password = page.getByLabel("Password");
    this.signIn = page.getByRole("main").getByRole("button", { name: "Sign in" });
    this.summary = errorSummary(page);
  }

  open(query = ""): Promise<Response | null> {
    return this.page.goto(`/login${query}`);
  }

  async submit(credentials: { usernameOrEmail: string; password: string }): Promise<void> {
    await this.usernameOrEmail.fill(credentials.usernameOrEmail);
    await this.password.fill(credentials.password);
    await this.signIn.click();
  }
}
