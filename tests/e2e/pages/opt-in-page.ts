import type { Frame, Locator, Page, Response } from "@playwright/test";

export type Answers = {
  email?: string;
  phone?: string;
  platform?: string;
  amount?: string;
  currency?: string;
  reference?: string;
  consent?: boolean;
};

/** The public form, its thank-you view and the private page behind its link. */
export class OptInPage {
  readonly email: Locator;
  readonly phone: Locator;
  readonly amount: Locator;
  readonly currency: Locator;
  readonly reference: Locator;
  readonly consent: Locator;
  readonly send: Locator;
  readonly sending: Locator;
  /** On top of the form, once something needs another look. */
  readonly summary: Locator;
  readonly heading: Locator;
  readonly keepLink: Locator;
  /** Leads to the question. */
  readonly withdraw: Locator;
  readonly confirmWithdrawal: Locator;
  /** Leads to the question. */
  readonly endSharing: Locator;
  readonly confirmEndOfSharing: Locator;
  readonly page: Page | Frame;

  constructor(page: Page | Frame) {
    this.page = page;
    this.email = page.getByLabel("Email");
    this.phone = page.getByLabel("Phone");
    this.amount = page.getByLabel("Amount");
    this.currency = page.getByLabel("Currency");
    this.reference = page.getByLabel("Account number");
    this.consent = page.getByRole("checkbox");
    this.send = page.getByRole("button", { name: /^Confirm my/ });
    this.sending = page.getByRole("button", { name: "Sending…" });
    this.summary = page.locator("#summary");
    this.heading = page.getByRole("heading", { level: 1 });
    this.keepLink = page.getByRole("link", { name: "Keep your private link" });
    this.withdraw = page.getByRole("link", { name: "Withdraw my confirmation" });
    this.confirmWithdrawal = page.getByRole("button", { name: "Yes, withdraw it" });
    this.endSharing = page.getByRole("link", { name: "Stop sharing with ad platforms" });
    this.confirmEndOfSharing = page.getByRole("button", { name: "Yes, stop sharing" });
  }

  open(slug: string, query = ""): Promise<Response | null> {
    return this.page.goto(`/optin/${slug}${query}`);
  }

  radio(name: string): Locator {
    return this.page.getByRole("radio", { name });
  }

  platforms(): Locator {
    return this.page.getByRole("combobox", { name: /^Where did you/ });
  }

  /** The sentence beside a field, which the field names as its description. */
  errorBeside(field: string): Locator {
    return this.page.locator(`#${field}-e`);
  }

  fact(term: string): Locator {
    return this.page
      .getByRole("term")
      .filter({ hasText: new RegExp(`^${term}`) })
      .locator("xpath=following-sibling::dd[1]");
  }

  async fill(answers: Answers): Promise<void> {
    const { email, phone, platform, amount, currency, reference, consent } = answers;
    if (email !== undefined) await this.email.fill(email);
    if (phone !== undefined) await this.phone.fill(phone);
    if (platform !== undefined) await this.radio(platform).check();
    if (amount !== undefined) await this.amount.fill(amount);
    if (currency !== undefined) await this.currency.selectOption(currency);
    if (reference !== undefined) await this.reference.fill(reference);
    if (consent !== undefined) await this.consent.setChecked(consent);
  }

  async submit(answers: Answers = {}): Promise<void> {
    await this.fill(answers);
    await this.send.click();
  }
}
