import { expect, test } from "vitest";
import { createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test.each([
  ["/dashboard/submissions?page=0&status=handled", "Page"],
  ["/dashboard/submissions?sort=name&hour=25", "Hour, Sort by"],
  ["/dashboard/submissions?amountFrom=much&medium=cpc&decidedBy=x", "Amount from"],
  ["/dashboard/submissions?amountFrom=200&amountTo=100&from=2026-11-22&to=2026-11-20", "To, Amount to"],
  ["/dashboard/deliveries?outcome=lost&from=2026-11-22&to=2026-11-20", "Result, To"],
  ["/dashboard/deliveries?state=asleep&page=x", "Page, State"],
  [`/dashboard/person?search=${"x".repeat(300)}`, "Search"],
  ["/admin/audit-log?action=nothing&from=yesterday", "What, From"],
  ["/dashboard/notifications?kind=none&state=unread&limit=1000", "Notifications per page, Kind"],
  [`/dashboard/news?source=${"x".repeat(101)}`, "Source"],
  ["/admin?period=century", "Period"],
  ["/admin/messages?view=all&page=-1", "Page, View"],
  ["/admin/users?role=king&status=asleep", "Role, Status"],
])("%s shows its page and names the filters that it ignores", async (path, labels) => {
  const { cookie } = await signInAs(await createOwner({ role: "admin" }));
  const { status, text } = await site.send(path, { cookie });
  expect(status).toBe(200);
  expect(text).toContain(
    `These parts of the link were not valid and are ignored: <!-- -->${labels}<!-- -->.`,
  );
});
