import { Op } from "sequelize";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { timeOfId } from "#app/lib/ids.ts";
import {
  BrokerClient,
  BrokerConnection,
  BrokerQuestion,
  BrokerRow,
  DayMark,
  EventConsumption,
  Evidence,
  MatchingMark,
  Postback,
  RuleDecision,
  Submission,
} from "#app/models/index.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { sandboxClients } from "../sandbox/brokers/clients.ts";
import { connectMeta, createForm, type Form, optInBody, unique } from "../tests/factories/index.ts";
import type { SandboxServer } from "../tests/servers/sandbox.ts";
import {
  brokerOf,
  connect,
  depositQuery,
  openPostbacks,
  type SandboxKind,
  turnRuleOn,
} from "../tests/support/brokers.ts";
import type { Send, TestResponse } from "../tests/support/client.ts";
import { countDelivered, countOpenDeliveries, untilDone } from "../tests/support/deliver-through-faults.ts";
import { type Goal, pause } from "./drill.ts";

const KINDS: readonly SandboxKind[] = ["bybit", "bitget", "exness"];
/** What a claim is in the end by the answers of each: totals and single deposits prove it, flags do not. */
const PROVED: Record<SandboxKind, string> = { bybit: "certain", bitget: "certain", exness: "likely" };

type Caller = { form: Form; path: string };
type Asked = { form: Form; kind: SandboxKind; accounts: string[] };
export type ReportingBrokers = { callers: Caller[]; asked: Asked[] };

let accounts = 7_100_000;
const nextAccount = () => String(++accounts);

/** Brokers that call back, and one of each API with clients who registered long ago. Rules verify, and Meta is connected. */
export async function createReportingBrokers(
  url: string,
  { callers, clientsOfApi }: { callers: number; clientsOfApi: number },
): Promise<ReportingBrokers> {
  const createReady = async () => {
    const form = await createForm();
    await connectMeta(form.owner);
    return form;
  };
  const brokers: ReportingBrokers = { callers: [], asked: [] };
  for (let index = 0; index < callers; index++) {
    const form = await createReady();
    brokers.callers.push({ form, path: await openPostbacks(form) });
    await turnRuleOn(form);
  }
  for (const kind of KINDS) {
    const form = await createReady();
    const own = Array.from({ length: clientsOfApi }, nextAccount);
    for (const account of own)
      sandboxClients.say({ account, event: "registration", at: Date.now() - 30 * DAY });
    await connect(form, url, kind);
    await turnRuleOn(form);
    brokers.asked.push({ form, kind, accounts: own });
  }
  return brokers;
}

/** The first lists are read: what clients deposit from then on has grown. */
export const untilListed = (kind: readonly SandboxKind[] = KINDS) =>
  untilDone(() => BrokerConnection.count({ where: { listedFrom: null, kind: [...kind] } }));

/** As if the time of the next list had come. */
export async function letBrokersList(): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  await BrokerConnection.update(
    { nextListAt: past, dueAt: past },
    { where: { state: "on", leaseToken: null } },
  );
}

/** Sends a path until it is answered with the status. */
type SendUntil = (status: number, path: string, options?: Send) => Promise<TestResponse>;

export type Reported = {
  /** Account numbers of what brokers called back, by claim. */
  called: Map<string, string>;
  /** Calls that were answered. */
  calls: number;
  /** Claims that an API is asked about. */
  asked: Map<string, SandboxKind>;
};

/**
 * What happens again and again: a visitor claims, and the broker calls back, half of the time twice at the same moment,
 * or answers about the claim.
 */
export function createReports(
  { callers, asked }: ReportingBrokers,
  sendUntil: SendUntil,
): { reported: Reported; report: () => Promise<void> } {
  const reported: Reported = { called: new Map(), calls: 0, asked: new Map() };
  const claim = async (form: Form, reference: string, more: object) => {
    const json = optInBody(form, { reference, submissionKey: unique(), ...more });
    const { json: said } = await sendUntil(201, `/api/optin/${form.slug}/submit`, { json });
    return String(said.submissionId);
  };
  const beCalled = async (index: number) => {
    const { form, path } = callers[index % callers.length] as Caller;
    const player = nextAccount();
    const mail = `visitor-${unique()}@example.com`;
    const at = new Date(Date.now() - HOUR / 2);
    // Without a transaction, all values and the time say what is the same.
    const query = depositQuery({ player, mail, at, ...(index % 3 === 0 ? {} : { tx: unique() }) });
    const call = async () => {
      await sendUntil(200, path + query);
      reported.calls += 1;
    };
    const callAtOnce = () => Promise.all(index % 2 === 0 ? [call(), call()] : [call()]);
    if (index % 5 === 0) await callAtOnce();
    reported.called.set(await claim(form, player, { email: mail }), player);
    if (index % 5 !== 0) await callAtOnce();
    if (index % 4 === 0) await call();
  };
  const unasked = asked.flatMap(({ accounts: own, ...broker }) =>
    own.map((account) => ({ ...broker, account })),
  );
  const beAsked = async ({ form, kind, account }: (typeof unasked)[number]) => {
    sandboxClients.say({ account, event: "deposit", amount: 250, at: Date.now() });
    reported.asked.set(await claim(form, account, { currency: "USD" }), kind);
  };
  let index = 0;
  return {
    reported,
    report: () => {
      index += 1;
      const next =
        index % 4 === 0 || callers.length === 0
          ? unasked.splice(Math.floor(Math.random() * unasked.length), 1)[0]
          : undefined;
      return next ? beAsked(next) : beCalled(index);
    },
  };
}

/** Everything that was reported is matched, judged and sent, or nothing has come for a while. */
export async function untilWorkedOn(): Promise<void> {
  const dueAt = { [Op.lte]: new Date() };
  const isHeld = { leaseToken: { [Op.ne]: null } };
  await untilDone(async () => {
    const left = await Promise.all([
      countOpenDeliveries(),
      Postback.count({ where: { state: ["new", "later"] } }),
      MatchingMark.count(),
      DayMark.count(),
      EventConsumption.count({ where: { state: "queued" } }),
      BrokerQuestion.count({ where: { dueAt } }),
      BrokerConnection.count({ where: isHeld }),
    ]);
    return left.reduce((all, one) => all + one, 0);
  });
}

/** How long (ms) after each claim its surest evidence was found. Claims that only flags could prove count apart. */
export async function measureEvidence({ asked }: Reported, waitMs: number) {
  const submissionId = [...asked].flatMap(([id, kind]) => (PROVED[kind] === "certain" ? [id] : []));
  const read = () =>
    Evidence.findAll({
      where: { submissionId, evidenceGroup: "certain" },
      order: [["id", "ASC"]],
      raw: true,
    });
  const deadline = Date.now() + 2 * waitMs;
  let found = await read();
  while (new Set(found.map((one) => one.submissionId)).size < submissionId.length && Date.now() < deadline) {
    await pause(500);
    found = await read();
  }
  const first = new Map(found.toReversed().map((one) => [one.submissionId ?? "", timeOfId(one.id)]));
  return {
    foundMs: [...first].map(([id, at]) => +at - +timeOfId(id)),
    missing: submissionId.length - first.size,
    unclear: asked.size - submissionId.length,
  };
}

/** Whether all that was reported counts, once. */
export async function countReported(
  { callers, asked }: ReportingBrokers,
  reported: Reported,
  sandbox: SandboxServer,
): Promise<{ figures: Record<string, number | string>; goals: Goal[] }> {
  const { called, calls } = reported;
  const claims = await Submission.findAll({ attributes: ["id", "status", "decidedByRuleId"], raw: true });
  const known = new Map(claims.map((claim) => [claim.id, claim]));
  const ids = [...called.keys(), ...reported.asked.keys()];
  const platformId = callers.map(({ form }) => brokerOf(form).platformId);
  const stored = await Postback.findAll({
    where: { platformId },
    attributes: ["outcome", "state"],
    raw: true,
  });
  const rows = await BrokerRow.findAll({ attributes: ["platformId", "source", "kind", "facts"], raw: true });
  const byClient = count(
    rows.filter(({ source }) => source === "postback").map(({ facts }) => String(JSON.parse(facts).account)),
  );
  const answered = rows.filter(({ source }) => source === "api");
  const sayings = count(answered.map((row) => `${row.platformId} ${row.kind} ${row.facts}`));
  const evidence = count(
    (await Evidence.findAll({ where: { submissionId: { [Op.ne]: null } }, raw: true })).map(
      (one) => `${one.submissionId} ${one.source} ${one.kind} ${one.evidenceGroup}`,
    ),
  );
  const groups = new Set([...evidence.keys()].map((text) => text.replace(/ \w+ (\w+)$/, " $1")));
  const clients = await BrokerClient.count();
  const verified = await RuleDecision.count();
  const { events, missing, open, sentAfterAccepted, doubled, gapsInAttempts } = await countDelivered(sandbox);
  const differing = await checkTotals();
  const all = asked.reduce((sum, { accounts: own }) => sum + own.length, 0);
  const lostCalls = [...called.values()].filter((account) => !byClient.has(account)).length;
  const lost = {
    claims: ids.filter((id) => !known.has(id)).length,
    calls: Math.max(0, calls - stored.length),
    "called deposits": lostCalls,
    "evidence of calls": [...called.keys()].filter((id) => !evidence.has(`${id} postback deposit certain`))
      .length,
    "evidence of answers": [...reported.asked].filter(
      ([id, kind]) => !groups.has(`${id} api ${PROVED[kind]}`),
    ).length,
    "clients of lists": Math.max(0, all * asked.length - clients),
    decisions: [...called.keys()].filter((id) => !known.get(id)?.decidedByRuleId).length,
    events: missing + called.size - events,
  };
  const twice = {
    claims: claims.length - ids.length,
    "called deposits": sum(byClient) - called.size + lostCalls,
    "what APIs said": sum(sayings) - sayings.size,
    evidence: sum(evidence) - evidence.size,
    "clients of lists": Math.max(0, clients - all * asked.length),
    decisions: verified - called.size,
    events: doubled + sentAfterAccepted,
  };
  return {
    figures: {
      claims: ids.length,
      "calls answered, stored": `${calls}, ${stored.length}`,
      "claims that an API was asked about": reported.asked.size,
      "rows of APIs": answered.length,
      "decided by a rule": verified,
      "events sent": events,
      ...naming("lost", lost),
      ...naming("doubled", twice),
      "totals that differ": differing,
    },
    goals: [
      { goal: "nothing lost", isMet: Object.values(lost).every((one) => one === 0) },
      { goal: "nothing doubled", isMet: Object.values(twice).every((one) => one === 0) },
      {
        goal: "every call has its outcome",
        isMet: stored.every(
          ({ outcome, state }) => state === "done" && (outcome === "row" || outcome === "repeated"),
        ),
      },
      { goal: "no rule decides by what an API says of an account alone", isMet: verified <= called.size },
      { goal: "no event left, every attempt logged", isMet: open === 0 && gapsInAttempts === 0 },
      { goal: "every total true", isMet: differing === 0 },
    ],
  };
}

const count = (texts: readonly string[]): Map<string, number> =>
  texts.reduce((counts, text) => counts.set(text, (counts.get(text) ?? 0) + 1), new Map<string, number>());
const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);

/** Those that are not zero by name, or one zero for all. */
function naming(what: string, counts: Record<string, number>): Record<string, number> {
  const named = Object.entries(counts).filter(([, one]) => one !== 0);
  return named.length === 0
    ? { [what]: 0 }
    : Object.fromEntries(named.map(([name, one]) => [`${what}: ${name}`, one]));
}
