import { expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { createForm, signInAs, submitForm } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";
import { createStatementsClient } from "../../support/statements-client.ts";

const site = serveSite();
const { upload } = createStatementsClient(site);

const day = (before: number) => new Date(Date.now() - before * DAY).toISOString().slice(0, 10);

test("a claim whose deposit an earlier file has is not proven by a larger sum of the next file", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const now = new Date(Date.now() - 2 * DAY);
  const claims = await Promise.all(
    ["8412337", "8412338"].map((reference) =>
      submitForm(form, { reference, amount: "150", currency: "EUR", now }),
    ),
  );
  const sums = (from: number, to: number, rows: string[]) =>
    upload(token, form, rows, {
      name: `${day(from)}.csv`,
      head: `Period;${day(from)};${day(to)} (UTC)\nLogin;Deposits;Currency`,
    });
  const first = await sums(8, 5, ["8412337;150.00;EUR", "8412339;200.00;EUR"]);
  expect(first.groups.certain.count).toBe(0);
  const second = await sums(4, 1, ["8412337;200.00;EUR", "8412338;200.00;EUR"]);
  expect(second.groups).toMatchObject({ certain: { count: 1 }, likely: { count: 0 } });
  const { json } = await site.send(`/api/statements/${second.id}/rows?group=certain`, { token });
  expect(json.matches).toMatchObject([{ submissionIds: [claims[1]?.id], lines: [4] }]);
});
