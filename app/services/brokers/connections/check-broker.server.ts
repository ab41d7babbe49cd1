import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { observeCalls } from "#app/lib/http-client.server.ts";
import { BrokerConnection } from "#app/models/index.server.ts";
import { type Check, checkClock, checkWay, fault, ok, todo } from "#app/services/connections/check-steps.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { type Access, assertAccess, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import type { Answer, BrokerApi } from "../broker-api.ts";
import { getBrokerApi } from "../registry.server.ts";
import { openCredential, sealSession } from "./credentials.server.ts";
import { checkCredential, findBrokerConnection } from "./manage-connections.server.ts";
import { reportShape } from "./report-shape.server.ts";

type OfBroker = { access: Access; platformId: string };
export type BrokerCheck = { connection: BrokerConnection; checks: Check[] };

/**
 * Checks the whole way to a broker's API, as the check of an ad platform does. One that takes the credential again
 * is asked again.
 * @throws {NotFound}
 */
export async function checkBroker(
  { access, platformId }: OfBroker,
  find: (kind: string) => BrokerApi = getBrokerApi,
): Promise<BrokerCheck> {
  const { workspaceId } = access;
  await inTransaction((transaction) => assertAccess(access, "workspace:write", transaction));
  const connection = await findBrokerConnection({ workspaceId, platformId });
  if (!connection) throw new NotFound("Connection");
  const api = find(connection.kind);
  const { value, calls } = await observeCalls(() => askBroker(api, connection));
  const { name } = api.describe();
  const way = checkWay(name, calls.at(-1));
  const checks = [
    ...way,
    ...checkAnswer(
      name,
      value.answer,
      way.every(({ state }) => state === "ok"),
    ),
    checkClock(calls.at(-1)),
  ];
  return { connection: await saveCheck(access, connection, api, value), checks };
}

type Checked = Awaited<ReturnType<typeof checkCredential>>;

async function askBroker(api: BrokerApi, connection: BrokerConnection): Promise<Checked> {
  const opened = openCredential(api, connection);
  if (!opened.isClear) return { answer: opened, session: null };
  const checked = await checkCredential(api, opened.value);
  const isOver = !checked.answer.isClear && checked.answer.state === "refused";
  // A session ends by itself: the credential may still be good for another one.
  if (isOver && opened.value.session !== null)
    return checkCredential(api, { ...opened.value, session: null });
  return checked;
}

function checkAnswer(name: string, answer: Answer<null>, isReached: boolean): Check[] {
  if (answer.isClear) return [ok("Credential", "accepted"), ok("Answer", "understood")];
  const { state, problem } = answer;
  if (state === "refused") return [fault("Credential", "refused", problem), todo("Answer")];
  if (!isReached) return [todo("Credential"), todo("Answer")];
  if (state === "changed")
    return [ok("Credential", "not refused"), fault("Answer", "in another shape", problem)];
  return [
    fault("Credential", state === "limited" ? "too many calls" : `${name} gives no clear answer`, problem),
    todo("Answer"),
  ];
}

/** Nothing changes where another credential came meanwhile. */
function saveCheck(
  access: Access,
  { id, credential, platformId, kind }: BrokerConnection,
  api: BrokerApi,
  { answer, session }: Checked,
): Promise<BrokerConnection> {
  return changeWorkspace(access, "workspace:write", async ({ id: workspaceId }, transaction) => {
    const where = { id, workspaceId, credential };
    const current = await BrokerConnection.findOne({ where, lock: true, transaction });
    if (!current) throw new NotFound("Connection");
    const now = new Date();
    if (answer.isClear) {
      announceDue(BrokerConnection, transaction);
      return current.update(
        {
          health: "ok",
          problem: null,
          lastAnswerAt: now,
          session: sealSession(session, id),
          ...(api.isReal ? { triedAt: now } : {}),
          // What works on it at the moment goes on.
          ...(current.leaseToken === null
            ? { state: "on", dueAt: now, restUntil: null, attemptCount: 0 }
            : {}),
        },
        { transaction },
      );
    }
    const { state: health, problem } = answer;
    await reportShape(kind, answer, transaction);
    if (health !== "refused")
      return current.update({ health, problem: problem.slice(0, 500) }, { transaction });
    const wasOn = current.state === "on";
    await current.update(
      { health, problem: problem.slice(0, 500), state: "off", dueAt: null, leaseToken: null, session: null },
      { transaction },
    );
    const event = { type: "brokerConnection.refused", workspaceId, subjectId: id } as const;
    if (wasOn) await recordEvents([{ ...event, payload: { platformId, kind } }], transaction);
    return current;
  });
}
