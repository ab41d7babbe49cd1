import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import type { BrokerKind } from "#app/lib/broker-states.ts";
import { DomainError, Forbidden, Invalid, NotFound } from "#app/lib/errors.ts";
import { sendRequest } from "#app/lib/http-client.server.ts";
import { newId } from "#app/lib/ids.ts";
import { BrokerConnection, BrokerQuestion } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findBroker } from "#app/services/platforms/find-broker.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import type { Answer, BrokerAccess, BrokerApi } from "../broker-api.ts";
import { getBrokerApi } from "../registry.server.ts";
import { sealCredential, sealSession } from "./credentials.server.ts";
import { askAboutWaiting } from "./questions.server.ts";

type Broker = { workspaceId: string; platformId: string };
type OfBroker = { access: Access; platformId: string };

/**
 * Finds a broker's API connection.
 * @returns null if the broker is not connected
 * @throws {NotFound} if there is no such broker
 */
export async function findBrokerConnection(broker: Broker): Promise<BrokerConnection | null> {
  await findBroker(broker);
  return retryRead(() => BrokerConnection.findOne({ where: broker }));
}

type Connecting = OfBroker & {
  kind: BrokerKind;
  credentials: Record<string, string>;
  /** Whether whoever connects has signed in just now. */
  isProven: boolean;
};

/**
 * Has a broker's API asked, by a credential that the broker takes. One that is there gets the new credential.
 * @throws {NotFound} · {Invalid} at a field · {Forbidden} `reauthentication_required` · {DomainError} 502
 */
export async function connectBroker(
  { access, platformId, kind, credentials, isProven }: Connecting,
  api: BrokerApi = getBrokerApi(kind),
): Promise<BrokerConnection> {
  const { workspaceId } = access;
  await findBroker({ workspaceId, platformId });
  const credential = parseCredential(api, credentials);
  const way = api.describe().ways.find(({ id }) => id === api.wayOf(credential));
  if (way?.needsProof && !isProven)
    throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
  const { answer, session } = await checkCredential(api, { credential, session: null });
  return changeWorkspace(access, "workspace:write", async (_workspace, transaction) => {
    const broker = { workspaceId, platformId };
    await findBroker(broker, transaction);
    if (!answer.isClear) throw toError(answer, way?.fields.at(-1)?.name ?? "apiKey");
    const existing = await BrokerConnection.findOne({ where: broker, lock: true, transaction });
    const isSame = existing?.kind === kind;
    if (existing && !isSame) await existing.destroy({ transaction });
    const id = existing && isSame ? existing.id : newId();
    const now = new Date();
    const values = {
      credential: sealCredential(credential, id),
      session: sealSession(session, id),
      ...STARTED,
      dueAt: now,
      lastAnswerAt: now,
      ...(api.isReal ? { triedAt: now } : {}),
    };
    announceDue(BrokerConnection, transaction);
    if (existing && isSame) {
      await existing.update({ ...values, nextListAt: now }, { transaction });
      await BrokerQuestion.destroy({ where: { connectionId: id, workspaceId }, transaction });
      await askAboutWaiting(existing, transaction);
      return existing;
    }
    const created = await BrokerConnection.create(
      { id, ...broker, kind, ...values, nextListAt: now, askedCount: 0, answeredCount: 0, createdAt: now },
      { transaction },
    );
    await askAboutWaiting(created, transaction);
    return created;
  });
}

const STARTED = {
  state: "on",
  health: "ok",
  problem: null,
  restUntil: null,
  attemptCount: 0,
  leaseToken: null,
} as const;

/** @throws {Invalid} */
function parseCredential(api: BrokerApi, credentials: Record<string, string>): unknown {
  const parsed = api.credentialSchema.safeParse(credentials);
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? "")));
  const [name] = api
    .describe()
    .ways.flatMap(({ fields }) => fields)
    .filter((field) => names.has(field.name));
  const [first] = api.describe().ways.flatMap(({ fields }) => fields);
  throw new Invalid([
    { field: name?.name ?? first?.name ?? "apiKey", message: messages.brokerConnections.credentialShape },
  ]);
}

/** Asks the broker whether it takes a credential, and gives the session that it was exchanged for. */
export async function checkCredential(
  api: BrokerApi,
  { credential, session }: Pick<BrokerAccess, "credential" | "session">,
): Promise<{ answer: Answer<null>; session: string | null }> {
  const access: BrokerAccess = { credential, session, send: sendRequest };
  if (session === null && api.signIn) {
    const signedIn = await api.signIn(access);
    if (!signedIn.isClear) return { answer: signedIn, session: null };
    access.session = signedIn.value;
  }
  return { answer: await api.check(access), session: access.session };
}

function toError(answer: Answer<null>, field: string): DomainError {
  if (answer.isClear) throw new Error("A clear answer is no error.");
  if (answer.state === "refused") return new Invalid([{ field, message: answer.problem }]);
  return new DomainError(502, "platform_unreachable", answer.problem);
}

/** Forgets a connection and its credential. What it found stays. @throws {NotFound} */
export async function disconnectBroker({ access, platformId }: OfBroker): Promise<void> {
  const { workspaceId } = access;
  await changeWorkspace(access, "workspace:write", async (_workspace, transaction) => {
    await findBroker({ workspaceId, platformId }, transaction);
    const where = { workspaceId, platformId };
    const connection = await BrokerConnection.findOne({ where, transaction });
    if (!connection) throw new NotFound("Connection");
    await connection.destroy({ transaction });
  });
}
