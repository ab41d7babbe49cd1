import { claimDue, findDue } from "#app/database/leases.server.ts";
import { RULE_PER_DAY_MAX } from "#app/lib/verification-rules.ts";
import { BrokerConnection, BrokerQuestion, Evidence } from "#app/models/index.server.ts";
import { RuleBody } from "#app/schemas/rules.ts";
import { createBitget } from "#app/services/brokers/bitget/index.server.ts";
import type { BrokerApi } from "#app/services/brokers/broker-api.ts";
import { createBybit } from "#app/services/brokers/bybit/index.server.ts";
import { connectBroker } from "#app/services/brokers/connections/manage-connections.server.ts";
import { askAboutClaims } from "#app/services/brokers/connections/questions.server.ts";
import { workOnConnection } from "#app/services/brokers/connections/work-on-connection.server.ts";
import { createExness } from "#app/services/brokers/exness/index.server.ts";
import { consumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { noticeClaims } from "#app/services/evidence/key-claims.server.ts";
import { matchMarked } from "#app/services/evidence/match-marked.server.ts";
import { savePostbackAddress } from "#app/services/postbacks/manage-postbacks.server.ts";
import { postbackUrl } from "#app/services/postbacks/postback-url.server.ts";
import { saveRule } from "#app/services/rules/manage-rules.server.ts";
import { noticeEvidence } from "#app/services/rules/notice-evidence.server.ts";
import { runDueRules } from "#app/services/rules/verify-claims.server.ts";
import { type Form, toAccess } from "../factories/index.ts";

/** The API of a broker at an address, such as the sandbox's. */
export const apiAt =
  (url: string) =>
  (kind: string): BrokerApi => {
    const apis: BrokerApi[] = [
      createBybit({ apiUrl: url }),
      createBitget({ apiUrl: url }),
      createExness({ apiUrl: url }),
    ];
    const api = apis.find(({ id }) => id === kind);
    if (!api) throw new Error(`There is no API of ${kind}.`);
    return api;
  };

export const brokerOf = ({ owner, platforms: [platform] }: Form) => ({
  workspaceId: owner.workspace.id,
  platformId: platform?.id ?? "",
});

/** What each kind of the sandbox takes; the key's name may ask for a fault. */
const credentialsOf = (name: string) => ({
  bybit: { apiKey: `sandbox-${name}`, apiSecret: "sandbox-secret" },
  bitget: { apiKey: `sandbox-${name}`, apiSecret: "sandbox-secret", passphrase: "sandbox-passphrase" },
  exness: { token: `sandbox-${name}` },
});

export type SandboxKind = keyof ReturnType<typeof credentialsOf>;

export const connect = (form: Form, url: string, kind: SandboxKind = "bybit", name = "key") =>
  connectBroker(
    {
      access: toAccess(form.owner),
      platformId: brokerOf(form).platformId,
      kind,
      credentials: credentialsOf(name)[kind],
      isProven: false,
    },
    apiAt(url)(kind),
  );

const CALLED = [
  { name: "event", meaning: "kind" },
  { name: "player", meaning: "account" },
  { name: "mail", meaning: "email" },
  { name: "amount", meaning: "amount" },
  { name: "currency", meaning: "currency" },
  { name: "time", meaning: "datetime" },
  { name: "tx", meaning: "transactionId" },
  { name: "lots", meaning: "lots" },
] as const;

/** Has a form's broker call back. @returns the path that it calls, with its secret */
export async function openPostbacks(form: Form): Promise<string> {
  const { address, shownSecret } = await savePostbackAddress({
    access: toAccess(form.owner),
    platformId: brokerOf(form).platformId,
    input: { fields: [...CALLED], timeZone: "UTC", secret: "parameter" },
  });
  return `${new URL(postbackUrl(address) ?? "").pathname}?secret=${shownSecret}`;
}

/** What a broker calls back of a deposit. Without a transaction its values tell it from another one. */
export const depositQuery = (said: { player: string; mail: string; at: Date; tx?: string }): string =>
  `&${new URLSearchParams({
    event: "deposit",
    player: said.player,
    mail: said.mail,
    amount: "250.00",
    currency: "EUR",
    time: said.at.toISOString(),
    ...(said.tx === undefined ? {} : { tx: said.tx }),
  })}`;

/** Lets a form's broker verify by what is certain. Its events leave at once. */
export const turnRuleOn = (form: Form) =>
  saveRule({
    access: toAccess(form.owner),
    platformId: brokerOf(form).platformId,
    input: RuleBody.parse({
      isOn: true,
      sources: ["postback", "api"],
      perDay: RULE_PER_DAY_MAX,
      holdSeconds: 0,
    }),
  });

/** Works on what is due, as the jobs do, until nothing is. */
export async function workOnBrokers(url: string, find = apiAt(url)): Promise<void> {
  await consumeTogether("claims-of-broker-apis", askAboutClaims);
  for (let turn = 0; turn < 20; turn += 1) {
    const ids = await findDue(BrokerConnection, { state: "on" }, 50);
    const leases = ids.length === 0 ? [] : await claimDue(BrokerConnection, { id: ids, state: "on" });
    if (leases.length === 0) break;
    await Promise.all(leases.map((lease) => workOnConnection(lease, () => false, find)));
  }
  await matchAll();
}

/** Lets rules judge what is found. */
export async function workOnRules(): Promise<void> {
  await consumeTogether("rules", noticeEvidence);
  while (await runDueRules());
}

export async function matchAll(): Promise<void> {
  await consumeTogether("claims-of-running-statements", noticeClaims);
  while (await matchMarked());
  await matchMarked();
}

/** Makes all questions and lists due, as if their time had come. */
export async function letTimePass(): Promise<void> {
  const past = new Date(Date.now() - 1000);
  await BrokerQuestion.update({ dueAt: past }, { where: {} });
  await BrokerConnection.update(
    { dueAt: past, nextListAt: past, restUntil: null },
    { where: { state: "on" } },
  );
}

export const evidenceOf = async (form: Form) =>
  (await Evidence.findAll({ where: brokerOf(form) }))
    .map(
      ({ submissionId, evidenceGroup, kind }) =>
        `${submissionId ? "claim" : "nobody"} ${evidenceGroup} ${kind}`,
    )
    .sort();
