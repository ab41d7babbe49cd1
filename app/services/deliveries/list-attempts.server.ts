import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { Delivery, DeliveryAttempt, Submission, type Workspace } from "#app/models/index.server.ts";
import { type AttemptsQuery, FAULT_OUTCOMES } from "#app/schemas/deliveries.ts";
import { REPLAY_MAX } from "#app/schemas/replays.ts";
import { countRows } from "./count-rows.server.ts";
import { searchDeliveries } from "./search-deliveries.server.ts";

export type LoggedAttempt = { attempt: DeliveryAttempt; delivery: Delivery; submission: Submission };

/**
 * One page of the attempts that the filters leave, the newest first.
 * @throws {Invalid} for a range whose end is before its start
 */
export async function listAttempts({
  workspace,
  query,
}: {
  workspace: Pick<Workspace, "id" | "timeZone">;
  query: AttemptsQuery;
}) {
  const { page, limit } = query;
  const where = await whereMatching({ workspace, query });
  const { total, hasMore } = await countRows(DeliveryAttempt, where);
  const attempts = await retryRead(() =>
    DeliveryAttempt.findAll({
      where,
      attributes: { exclude: ["request", "response"] },
      order: [["at", "DESC"]],
      limit,
      offset: (page - 1) * limit,
    }),
  );
  const pages = Math.max(1, Math.ceil(total / limit));
  return {
    rows: await withDeliveries(workspace.id, attempts),
    pagination: { total, page, limit, pages },
    hasMore,
  };
}

type AttemptsFilter = {
  workspace: Pick<Workspace, "id" | "timeZone">;
  query: Partial<Pick<AttemptsQuery, "platform" | "outcome" | "search" | "from" | "to">>;
};

async function whereMatching({ workspace, query }: AttemptsFilter): Promise<WhereOptions> {
  const { id: workspaceId, timeZone } = workspace;
  const { platform, outcome, search } = query;
  const { from, before } = readDateRange(timeZone, query);
  const found = search ? await retryRead(() => searchDeliveries(workspaceId, search)) : null;
  return {
    workspaceId,
    ...(platform ? { adPlatform: platform } : {}),
    ...(outcome ? { outcome: outcome === "fault" ? { [Op.in]: [...FAULT_OUTCOMES] } : outcome } : {}),
    ...(found ? { deliveryId: { [Op.in]: found } } : {}),
    [Op.and]: [from ? { at: { [Op.gte]: from } } : {}, before ? { at: { [Op.lt]: before } } : {}],
  };
}

/** The ids of the newest deliveries that were not accepted, among those whose attempts match the filters. */
export async function findUnaccepted({ workspace, query }: AttemptsFilter): Promise<string[]> {
  const attempted = await whereMatching({ workspace, query });
  const deliveries = await retryRead(() =>
    Delivery.findAll({
      where: { workspaceId: workspace.id, state: ["failed", "expired"] },
      attributes: ["id"],
      include: [{ model: DeliveryAttempt, as: "attempts", attributes: [], where: attempted, required: true }],
      group: ["Delivery.id", "Delivery.createdAt"],
      order: [["createdAt", "DESC"]],
      limit: REPLAY_MAX,
      subQuery: false,
    }),
  );
  return deliveries.map(({ id }) => id);
}

async function withDeliveries(workspaceId: string, attempts: DeliveryAttempt[]): Promise<LoggedAttempt[]> {
  if (attempts.length === 0) return [];
  const ids = [...new Set(attempts.map(({ deliveryId }) => deliveryId))];
  const deliveries = await retryRead(() =>
    Delivery.findAll({
      where: { workspaceId, id: { [Op.in]: ids } },
      include: [{ model: Submission, as: "submission", attributes: ["id", "email", "formId"] }],
    }),
  );
  return attempts.flatMap((attempt) => {
    const delivery = deliveries.find(({ id }) => id === attempt.deliveryId);
    return delivery?.submission ? [{ attempt, delivery, submission: delivery.submission }] : [];
  });
}
