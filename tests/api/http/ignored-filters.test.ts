import { expect, test } from "vitest";
import { createOwner, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

test.each([
  ["/dashboard/submissions?page=0&status=handled", "Page"],
  ["/dashboard/submissions?sort=name&hour=25", "Hour, Sort by"],
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
