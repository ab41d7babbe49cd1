import { expect, type Locator, type Page, type Response } from "@playwright/test";

/** The owner's list of submissions with the sheet beside it, and the frame around every page of the dashboard. */
export class InboxPage {
  readonly table: Locator;
  /** One per submission: rows of headings have no link to a sheet. */
  readonly people: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly count: Locator;
  readonly search: Locator;
  readonly account: Locator;
  readonly drawer: Locator;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole("table");
    this.people = this.table.locator("tbody").getByRole("link");
    const pager = page.getByRole("navigation", { name: "Pages" });
    this.next = pager.getByRole("link", { name: "Next" });
    this.previous = pager.getByRole("link", { name: "Previous" });
    this.count = pager.getByText(/ of /);
    this.search = page.getByRole("searchbox", { name: "Search claims" });
    this.account = page.getByText(/^Account of /);
    this.drawer = page.getByRole("navigation", { name: "Dashboard, all pages" });
  }

  open(query = ""): Promise<Response | null> {
    return this.page.goto(`/dashboard/submissions${query}`);
  }

  view(name: string): Locator {
    return this.page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
  }

  row(email: string): Locator {
    return this.table.getByRole("row").filter({ hasText: email });
  }

  async openSheet(email: string): Promise<Sheet> {
    await this.table.getByRole("link", { name: email }).click();
    return this.sheet(email);
  }

  sheet(email: string): Sheet {
    return new Sheet(this.page.getByRole("region", { name: email }));
  }

  async filter(choose: (form: Locator) => Promise<void>): Promise<void> {
    await this.page.getByText("Filter", { exact: true }).click();
    const form = this.page.locator("form").filter({ has: this.page.getByLabel("Delivery") });
    await choose(form);
    await form.getByRole("button", { name: "Apply filters" }).click();
  }

  /** What the last action said: a toast with script, a line without. */
  flash(message: string): Locator {
    return this.page.getByText(message, { exact: true }).first();
  }

  async openAccountMenu(): Promise<void> {
    await this.page.locator("summary").filter({ has: this.account }).click();
  }

  async chooseTheme(theme: "Dark" | "Light" | "System"): Promise<void> {
    await this.openAccountMenu();
    await this.page.getByRole("button", { name: theme }).click();
  }

  async signOut(): Promise<void> {
    await this.openAccountMenu();
    await this.page.getByRole("button", { name: "Sign out" }).click();
  }
}

export class Sheet {
  readonly region: Locator;
  readonly handled: Locator;
  readonly reject: Locator;
  readonly setToPending: Locator;
  readonly sendAgain: Locator;
  readonly amount: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly close: Locator;

  constructor(region: Locator) {
    this.region = region;
    this.handled = region.getByRole("button", { name: "Mark verified" });
    this.reject = region.getByText("Reject…");
    this.setToPending = region.getByRole("button", { name: "Set to pending" });
    this.sendAgain = region.getByRole("button", { name: "Send again" });
    this.amount = region.getByLabel("Verified amount");
    this.next = region.getByRole("link", { name: "Next claim" });
    this.previous = region.getByRole("link", { name: "Previous claim" });
    this.close = region.getByRole("link", { name: "Close" });
  }

  async rejectAs(reason: string): Promise<void> {
    await this.region.getByText("Reject…").click();
    await this.region.getByLabel(reason).check();
    await this.region.getByRole("button", { name: "Reject", exact: true }).click();
  }

  /** Once no toast is over it. A click there scrolls first, and a toast that follows the scroll may catch the release. */
  async showWhatWasSent(): Promise<void> {
    const page = this.region.page();
    // A toast below the pointer stays.
    await page.mouse.move(0, 0);
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
    await this.region.getByText("What was sent to Meta").click();
  }

  request(attempt: number): Locator {
    return this.region.getByRole("region", { name: `Request of try ${attempt}` });
  }

  response(attempt: number): Locator {
    return this.region.getByRole("region", { name: `Response to try ${attempt}` });
  }
}
