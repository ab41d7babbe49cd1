import type { Page } from "@playwright/test";
import type { Person } from "../../servers/oidc.ts";

/** The provider's own sign-in page, of the server that the tests start. */
export class ProviderPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async signIn({ sub, email, name, isVerified }: Person): Promise<void> {
    await this.page.getByLabel("Subject").fill(sub);
    await this.page.getByLabel("Address").fill(email);
    await this.page.getByLabel("Name").fill(name);
    await this.page.getByLabel("Verified").fill(isVerified ? "yes" : "no");
    await this.page.getByRole("button", { name: "Sign in there" }).click();
  }
}
