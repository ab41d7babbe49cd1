import { addHours } from "date-fns";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { markAllDays } from "#app/database/queries/day-marks.server.ts";
import type { MemberRole } from "#app/lib/domain.ts";
import { Submission, type User, Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { countOpenWork, listClients } from "#app/services/clients/list-clients.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import { listOverviewDays } from "#app/services/overview/get-overview.server.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createWorkspace } from "#app/services/workspaces/create-workspace.server.ts";
import { sortMemberships } from "#app/services/workspaces/memberships.server.ts";
import {
  addMember,
  createForm,
  createOwner,
  type Form,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { addUpMoney, createSpend } from "../../support/money.ts";
import { recordStatements } from "../../support/statements.ts";
import { createTier } from "../../support/tiers.ts";

// Its job would add up the days, too.
beforeAll(stopIdleApp);

let person: Awaited<ReturnType<typeof createOwner>>;
beforeEach(async () => {
  person = await createOwner();
});

/** What the guard of a page has loaded of the person. */
async function findMemberships(user: User) {
  const where = { userId: user.id };
  const memberships = await WorkspaceMember.findAll({
    where,
    include: [{ model: Workspace, as: "workspace" }],
  });
  return sortMemberships({ memberships });
}

const list = async (asked = 1) => (await listClients(await findMemberships(person), asked)).clients;

/** A client's workspace with two claims, one of them verified, and 60 of spend. */
async function createClient(role: MemberRole, currency = "EUR"): Promise<Form> {
  const form = await createForm({ owner: await createOwner({ currency }) });
  await addMember(form.owner, person, role);
  await createTier(form.platforms[0]?.id ?? "", { currency });
  const claim = { amount: "250", currency };
  const { id: submissionId } = await submitForm(form, claim);
  await submitForm(form, claim);
  await decideSubmission({ access: toAccess(form.owner), submissionId, input: { status: "handled" } });
  await createSpend(form, "60", { currency });
  await addUpMoney(form);
  return form;
}

const find = (clients: Awaited<ReturnType<typeof list>>, { owner }: Form) =>
  clients.find(({ workspace }) => workspace.id === owner.workspace.id);

test("each client has the numbers of its own table of money, in its own currency", async () => {
  const forms = [await createClient("manager"), await createClient("viewer", "USD")];
  const clients = await list();
  for (const form of forms) {
    const { workspace } = form.owner;
    const days = listOverviewDays(workspace, new Date());
    const { totals } = await getMoney({
      workspace,
      days,
      groupBy: "campaign",
      basis: "claim",
      hasViews: false,
    });
    expect(totals).toMatchObject({ spend: "60", commission: "125", verified: 1, decided: 1, waiting: 1 });
    const { spend, commission, verified, decided, waiting } = totals;
    expect(find(clients, form)).toMatchObject({
      toCheck: 1,
      expiring: 0,
      problems: 0,
      money: { spend, commission, verified, decided, waiting, isBehind: false },
    });
  }
});

test("a checker, and somebody whose client has no plan, sees no figures of the client", async () => {
  const checked = await createClient("checker");
  const unpaid = await createClient("owner");
  await unpaid.owner.workspace.update({ subscriptionStatus: "cancelled" });
  const clients = await list();
  for (const form of [checked, unpaid])
    expect(find(clients, form)).toMatchObject({ toCheck: 1, money: null });
});

test("nobody sees the clients of others", async () => {
  const other = await createForm();
  await submitForm(other);
  expect((await list()).map(({ workspace }) => workspace.id)).toEqual([person.workspace.id]);
});

test("amounts of a client whose currency has just changed are not known until they are counted again", async () => {
  const form = await createClient("owner");
  const workspaceId = form.owner.workspace.id;
  await inTransaction((transaction) => markAllDays({ workspaceId, isCurrencyNew: true }, transaction));
  expect(find(await list(), form)?.money).toMatchObject({ spend: null, commission: null, isBehind: true });
  while (await countMarkedDays());
  expect(find(await list(), form)?.money).toMatchObject({ spend: "60", commission: "125", isBehind: false });
});

test("the client whose claims expire first comes first", async () => {
  const [calm, urgent] = [await createClient("owner"), await createClient("owner")];
  await submitForm(calm);
  await Submission.update(
    { sendBefore: addHours(new Date(), 5) },
    { where: { workspaceId: urgent.owner.workspace.id, status: "pending" } },
  );
  expect((await list()).map(({ workspace, expiring, toCheck }) => [workspace.id, expiring, toCheck])).toEqual(
    [
      [urgent.owner.workspace.id, 1, 1],
      [calm.owner.workspace.id, 0, 2],
      [person.workspace.id, 0, 0],
    ],
  );
});

test("sixty clients need as few statements as two, fifty on a page", async () => {
  await createClient("owner");
  const count = async (asked: number) => {
    const memberships = await findMemberships(person);
    const read = () => listClients(memberships, asked);
    const statements = await recordStatements(read);
    return { ...(await read()), statements: statements.length };
  };
  expect((await count(1)).statements).toBe(3);
  const values = { name: "Client", timeZone: "UTC", currency: "EUR", userId: person.id };
  for (let index = 0; index < 58; index++)
    await inTransaction((transaction) => createWorkspace(values, transaction));
  const [first, second] = [await count(1), await count(2)];
  expect([first.clients.length, second.clients.length]).toEqual([50, 10]);
  expect(second.pagination).toEqual({ total: 60, page: 2, limit: 50, pages: 2 });
  expect([first.statements, second.statements]).toEqual([3, 3]);
  const ids = (await findMemberships(person)).map(({ workspace }) => workspace.id);
  expect(await recordStatements(() => countOpenWork(ids))).toHaveLength(1);
});
