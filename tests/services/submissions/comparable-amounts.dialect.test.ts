import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { AMOUNT_RANK } from "#app/lib/domain.ts";
import { Submission, Workspace } from "#app/models/index.server.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { recompareAmounts } from "#app/services/submissions/recompare-amounts.server.ts";
import { updateWorkspace } from "#app/services/workspaces/update-workspace.server.ts";
import { createForm, type Form, submitForm, toAccess } from "../../factories/index.ts";

let form: Form;
let workspace: Workspace;
beforeEach(async () => {
  form = await createForm();
  workspace = form.owner.workspace;
});

async function ids(sort: "amount" | "-amount", more: Record<string, string> = {}): Promise<string[]> {
  const query = SubmissionsQuery.parse({ sort, ...more });
  return (await listSubmissions({ workspace, query })).submissions.map(({ id }) => id);
}
const claim = async (amount: string | undefined, currency?: string) =>
  (await submitForm(form, { amount, ...(currency ? { currency } : {}) })).id;
const decide = (submissionId: string, input: Parameters<typeof decideSubmission>[0]["input"]) =>
  decideSubmission({ access: toAccess(form.owner), submissionId, input });
/** Long enough after a change that nothing can arrive by the earlier rates. */
const later = () => new Date(Date.now() + 60_000);

describe("claims sorted by amount", () => {
  test("claims sorted by amount move to the amount that was verified, and back when the decision is undone", async () => {
    const [small, middle] = [await claim("10"), await claim("50")];
    await decide(small, { status: "handled", amount: "99", currency: "EUR" });
    expect(await ids("amount")).toEqual([middle, small]);
    await decide(small, { status: "pending" });
    expect(await ids("amount")).toEqual([small, middle]);
    await decide(middle, { status: "handled", amount: "9", currency: "JPY" });
    expect(await ids("-amount")).toEqual([small, middle]);
  });

  test("claims sorted by amount follow the workspace's currency, also where one has no rate", async () => {
    const [dirhams, euros, nothing] = [await claim("1", "AED"), await claim("2"), await claim(undefined)];
    expect(await ids("-amount")).toEqual([euros, dirhams, nothing]);
    await inTransaction((transaction) =>
      updateWorkspace({ access: toAccess(form.owner), input: { currency: "AED" } }, transaction),
    );
    await recompareAmounts(() => false, later());
    expect(await ids("-amount")).toEqual([dirhams, euros, nothing]);
    expect(await Workspace.count({ where: { id: workspace.id, amountsChangedAt: null } })).toBe(1);
    await decide(euros, { status: "handled" });
    expect(await ids("amount", { status: "handled" })).toEqual([euros]);
  });

  test("claims sorted by amount are compared again from the start where the job was stopped", async () => {
    const [more, less] = [await claim("3"), await claim("2")];
    await Submission.update({ amountRank: AMOUNT_RANK.withoutAmount, comparableAmount: null }, { where: {} });
    await Workspace.update({ amountsChangedAt: new Date() }, { where: { id: workspace.id } });
    await recompareAmounts(() => true, later());
    expect(await Workspace.count({ where: { amountsChangedAt: null, id: workspace.id } })).toBe(0);
    // Until rates that are cached elsewhere have run out it waits.
    await recompareAmounts(() => false);
    expect(await Workspace.count({ where: { amountsChangedAt: null, id: workspace.id } })).toBe(0);
    await recompareAmounts(() => false, later());
    expect(await ids("amount")).toEqual([less, more]);
  });
});
