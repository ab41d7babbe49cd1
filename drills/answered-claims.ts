import { inTransaction } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import {
  BrokerConnection,
  Delivery,
  Evidence,
  ProofEntry,
  RuleDecision,
  Submission,
} from "#app/models/index.server.ts";
import { NOTHING, saveBrokerRows } from "#app/services/evidence/broker-rows.server.ts";
import { decideBatch } from "#app/services/submissions/decide-batch.server.ts";
import { sandboxClients } from "../sandbox/brokers/clients.ts";
import { connectMeta, createForm, type Form, submitForm, toAccess } from "../tests/factories/index.ts";
import {
  brokerOf,
  connect,
  letTimePass,
  matchAll,
  openPostbacks,
  type SandboxKind,
  turnRuleOn,
  workOnBrokers,
  workOnRules,
} from "../tests/support/brokers.ts";

const KINDS: readonly SandboxKind[] = ["bybit", "bitget", "exness"];
/** How many brokers of each kind, and claims in each state of one. */
const BROKERS = 3;
const CLAIMS = 2;

let accounts = 7_300_000;

/** A client who registered long ago. */
function register(): string {
  const account = String(++accounts);
  sandboxClients.say({ account, event: "registration", at: Date.now() - 30 * DAY });
  return account;
}

const deposit = (account: string) =>
  sandboxClients.say({ account, event: "deposit", amount: 250, at: Date.now() });
const claim = (form: Form, reference: string) =>
  submitForm(form, { reference, amount: "250", currency: "USD" });

/** A broker called back, which a rule decides by. */
async function callBack(form: Form, { reference: account, email }: Submission): Promise<void> {
  const at = new Date();
  const facts = { kind: "deposit", account, email, amount: "250", currency: "USD", at: { from: at, to: at } };
  const row = { source: "postback", once: null, receivedAt: at, facts: { ...NOTHING, ...facts } } as const;
  await inTransaction((transaction) => saveBrokerRows(brokerOf(form), [row as never], transaction));
}

const decide = (form: Form, submissionId: string, status: "handled" | "rejected") =>
  decideBatch(brokerOf(form).workspaceId, [
    {
      submissionId,
      decider: { kind: "member", userId: form.owner.id },
      access: toAccess(form.owner),
      isInBackground: true,
      input: { status },
    },
  ]);

/**
 * Brokers whose APIs have answered once. Of each there are claims that a rule, an owner and nobody has decided, with
 * what a broker says of them, and some whose client has deposited since.
 * @returns the last ones as `awaited`
 */
export async function createAnsweredClaims(url: string): Promise<{ forms: Form[]; awaited: Submission[] }> {
  const forms: Form[] = [];
  const awaited: Submission[] = [];
  const later: (() => void)[] = [];
  for (const kind of KINDS)
    for (let count = 0; count < BROKERS; count++) {
      const form = await createForm();
      await connectMeta(form.owner);
      await openPostbacks(form);
      await turnRuleOn(form);
      const clients = Array.from({ length: CLAIMS }, () => ({
        byRule: register(),
        verified: register(),
        rejected: register(),
        waiting: register(),
        awaited: register(),
      }));
      await connect(form, url, kind);
      await workOnBrokers(url);
      for (const own of clients) {
        for (const account of [own.byRule, own.verified, own.waiting]) deposit(account);
        await callBack(form, await claim(form, own.byRule));
        const [verified, rejected] = [await claim(form, own.verified), await claim(form, own.rejected)];
        await claim(form, own.waiting);
        await workOnBrokers(url);
        await workOnRules();
        await decide(form, verified.id, "handled");
        await decide(form, rejected.id, "rejected");
        later.push(() => deposit(own.awaited));
        awaited.push(await claim(form, own.awaited));
      }
      await workOnBrokers(url);
      forms.push(form);
    }
  await matchAll();
  await workOnRules();
  for (const depositLater of later) depositLater();
  return { forms, awaited };
}

/** All that was decided, sent and found. */
export async function readDecided(forms: readonly Form[]) {
  const workspaceId = forms.map(({ owner }) => owner.workspace.id);
  const order: [string, string][] = [["id", "ASC"]];
  const options = { where: { workspaceId }, order, raw: true } as const;
  const decided = await Submission.findAll({
    ...options,
    attributes: ["id", "status", "handledAt", "verifiedAmount", "restsOn", "decidedByRuleId", "brokerSays"],
  });
  const submissionId = decided.map(({ id }) => id);
  return {
    decided,
    byRule: await RuleDecision.count({ where: { workspaceId } }),
    events: await Delivery.findAll({ where: { submissionId }, order, raw: true }),
    proofs: await ProofEntry.count({ where: { submissionId } }),
    // A list that names somebody else's client says nothing of a claim.
    evidence: await Evidence.findAll({
      where: { submissionId },
      order,
      raw: true,
      attributes: { exclude: ["reasons"] },
    }),
  };
}

/** As if the time of all questions and lists had come, also where the credential was refused. */
export async function askAgain(url: string): Promise<void> {
  await BrokerConnection.update({ state: "on" }, { where: { state: "off" } });
  await letTimePass();
  await workOnBrokers(url);
  await workOnRules();
}

/** How many claims have no evidence of their client's deposit, or at an API without deposits of the client. */
export async function countUnanswered(awaited: readonly Submission[]): Promise<number> {
  const found = await Evidence.findAll({
    where: { submissionId: awaited.map(({ id }) => id), source: "api", evidenceGroup: ["certain", "likely"] },
    raw: true,
  });
  const proved = new Set(
    found.filter(({ kind }) => kind === "deposit" || kind === "sum").map(({ submissionId }) => submissionId),
  );
  const exness = await BrokerConnection.findAll({ where: { kind: "exness" }, attributes: ["platformId"] });
  const withoutDeposits = new Set(exness.map(({ platformId }) => platformId));
  return awaited.filter(
    ({ id, platformId }) =>
      !(withoutDeposits.has(platformId) ? found.some((one) => one.submissionId === id) : proved.has(id)),
  ).length;
}
