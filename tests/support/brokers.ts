import { claimDue, findDue } from "#app/database/leases.server.ts";
import { BrokerConnection, BrokerQuestion, Evidence } from "#app/models/index.server.ts";
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
