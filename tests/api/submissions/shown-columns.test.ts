import { expect, test } from "vitest";
import { columnsFor, type SubmissionColumn } from "#app/lib/submission-columns.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { createForm, signInAs } from "../../factories/index.ts";
import { submitFilled, textColumns, toTrace } from "../../support/filled-claim.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const LIST = "/api/optin/dashboard/submissions";

test("the list of /api, its file and the visitor's page show the columns that are theirs, and no other", async () => {
  const form = await createForm();
  const { id } = await submitFilled(form);
  const { token } = await signInAs(form.owner);
  const expectShown = (text: string, columns: SubmissionColumn[]) =>
    expect(textColumns.filter((name) => text.includes(toTrace(name)))).toEqual(
      textColumns.filter((name) => columns.includes(name)),
    );

  expectShown((await site.send(LIST, { token })).text, columnsFor("listed"));
  expectShown((await site.send(`${LIST}/export`, { token })).text, columnsFor("exported"));
  const page = await site.send(`/optin/${form.slug}/mine/${createPrivateToken(id)}`);
  expectShown(page.text.replace(/<[^>]*>/g, ""), columnsFor("shown"));
});
