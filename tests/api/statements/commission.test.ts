import { expect, test } from "vitest";
import { PaidCommission, Statement, Submission } from "#app/models/index.server.ts";
import { Tiers } from "#app/schemas/tiers.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { replaceTiers } from "#app/services/platforms/replace-tiers.server.ts";
import { createForm, signInAs, submitForm, toAccess } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { plainText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const today = () => new Date().toISOString().slice(0, 10);

async function setUp() {
  const form = await createForm();
  const platformId = form.platforms[0]?.id ?? "";
  const tier = { type: "percentage", currency: "EUR" };
  const tiers = [
    { ...tier, name: "Bronze", minAmount: "0", maxAmount: "99.99", value: "20" },
    { ...tier, name: "Silver", minAmount: "100", maxAmount: null, value: "25" },
  ];
  await replaceTiers({ access: toAccess(form.owner), platformId, tiers: Tiers.parse(tiers) });
  const { token, cookie } = await signInAs(form.owner);
  /** Uploads a file and gives its id once it is matched. */
  const upload = async (text: string): Promise<string> => {
    const body = new FormData();
    body.set("platformId", platformId);
    body.set("file", new Blob([text]), "deposits.csv");
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${site.app.url}/api/statements`, { method: "POST", body, headers });
    const { id } = (await response.json()).statement;
    await eventually(async () => {
      expect((await site.send(`/api/statements/${id}`, { token })).json.statement.status).toBe("ready");
    });
    return id;
  };
  const month = `/dashboard/affiliate-settings/${platformId}/commission`;
  const showMonth = async () => {
    const { text } = await site.send(`${month}?month=${today().slice(0, 7)}`, { cookie });
    return text.replace(/<!--.*?-->|<[^>]*>/g, " ").replace(/\s+/g, " ");
  };
  return { form, token, cookie, upload, month, showMonth };
}

test("a statement's commission stands beside the tiers', by match and by month, and rows of two files count once", async () => {
  const { form, token, cookie, upload, month, showMonth } = await setUp();
  await submitForm(form, { reference: "8412337", amount: "250" });
  await submitForm(form, { reference: "8412338", amount: "100" });
  const at = `${today()} 00:00:01`;
  const id = await upload(
    [
      "Login;Time;Type;Amount;Currency;Commission",
      `8412337;${at};Deposit;250,00;EUR;50,00`,
      `8412338;${at};Deposit;100,00;EUR;25,00`,
      `8410000;${at};Deposit;33,00;EUR;5,00`,
    ].join("\n"),
  );
  const { json } = await site.send(`/api/statements/${id}/rows?group=certain`, { token });
  expect(json.matches.map(({ commission }: { commission: object }) => commission)).toEqual([
    {
      expected: "62.50",
      paid: "50.00",
      currency: "EUR",
      difference: "-12.50",
      reason: "The broker pays by another tier: Bronze (20%) in place of Silver (25%).",
    },
    { expected: "25.00", paid: "25.00", currency: "EUR", difference: "0.00", reason: null },
  ]);
  await site.send(`/api/statements/${id}/decide`, { token, json: { group: "certain", status: "handled" } });
  await eventually(async () => expect(await Submission.count({ where: { status: "handled" } })).toBe(2));
  expect(await showMonth()).toMatch(/Expected €87\.50 Paid €80\.00 Difference -€7\.50/);
  expect(await showMonth()).toContain("Client without a claim");
  const { text: owed } = await site.send("/dashboard/statements/commission", { cookie });
  expect(plainText(owed)).toMatch(/€87\.50 €80\.00 €7\.50 .*Owed in total: €7\.50/);
  expect(owed).toContain(`href="${month}?month=${today().slice(0, 7)}"`);

  const later = await upload(
    [
      "Login,Time,Type,Amount,Currency,Commission",
      `8412338,${at},Deposit,100.00,EUR,25.00`,
      `8410009,${at},Deposit,40.00,EUR,10.00`,
    ].join("\n"),
  );
  expect(await showMonth()).toContain("Paid €90.00");
  expect(await showMonth()).toContain("2 clients without a claim – €15.00 €15.00");
  const file = await site.send(`${month}/export?month=${today().slice(0, 7)}&format=csv`, { cookie });
  expect(file.text).toContain(`"62.50","50.00","-12.50","EUR","2 of deposits.csv"`);

  await site.send(`/api/statements/${later}`, { method: "DELETE", token });
  expect(await showMonth()).toContain("Paid €80.00");
  const unpaid = await submitForm(form, { reference: "8419999", amount: "60" });
  await site.decide(token, unpaid.id, { status: "handled" });
  expect(await showMonth()).toContain("– -€15.00 Not paid in any file yet.");
  // As when its file expires.
  await Statement.destroy({ where: { id } });
  expect(await showMonth()).toContain("Paid €80.00");
});

test("without a column of commission only what is expected is shown, and nobody sees another workspace's", async () => {
  const { form, token, upload, month, showMonth } = await setUp();
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  await site.decide(token, claim.id, { status: "handled" });
  await upload(`Login;Time;Type;Amount;Currency\n8412337;${today()} 00:00:01;Deposit;250,00;EUR\n`);
  const shown = await showMonth();
  expect(shown).toContain("Expected €62.50");
  expect(shown).not.toContain("Paid €");
  const stranger = await signInAs((await createForm()).owner);
  expect((await site.send(month, { cookie: stranger.cookie })).status).toBe(404);
});

test("erasing a person keeps what the broker paid, and nothing that the client could be found by", async () => {
  const { form, upload, showMonth } = await setUp();
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  const at = `${today()} 00:00:01`;
  await upload(
    [
      "Login;Time;Type;Amount;Currency;Commission",
      `8412337;${at};Deposit;250,00;EUR;50,00`,
      `8410000;${at};Deposit;33,00;EUR;5,00`,
    ].join("\n"),
  );
  const listHashes = async () =>
    (await PaidCommission.findAll({ order: [["line", "ASC"]] })).map(({ clientHash }) => clientHash);
  const [own, other] = await listHashes();
  const { workspace } = form.owner;
  await eraseClaim({ workspaceId: workspace.id, submissionId: claim.id, access: toAccess(form.owner) });
  expect(await listHashes()).toEqual([expect.not.stringMatching(own ?? ""), other]);
  expect(await showMonth()).toContain("Paid €55.00");
});
