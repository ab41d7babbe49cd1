import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { presentLogLine, presentWaitingLine } from "#app/presenters/delivery.ts";
import type { AttemptsQuery } from "#app/schemas/deliveries.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { listConnections } from "#app/services/connections/connections.server.ts";
import { listAttempts } from "#app/services/deliveries/list-attempts.server.ts";
import { listDeliveries } from "#app/services/deliveries/list-deliveries.server.ts";

/** The attempts that the filters leave, or with a state the events that wait in it. */
export async function readLog(workspace: Workspace, query: AttemptsQuery, now: Date) {
  if (query.state) {
    const states = query.state === "parked" ? ["parked"] : [...DELIVERY_OPEN_STATES, "confirming"];
    const { deliveries, pagination } = await listDeliveries({ workspace, query: { ...query, states } });
    const connections = await listConnections(workspace.id);
    const waiting = deliveries.map((delivery) => {
      const connection = connections.find(({ adPlatform }) => adPlatform === delivery.adPlatform);
      return presentWaitingLine(delivery, adPlatformName, connection);
    });
    return { attempts: null, waiting, pagination, isCapped: pagination.hasMore === true };
  }
  const { rows, pagination, hasMore } = await listAttempts({ workspace, query });
  const reportsLater = (id: string) => adPlatforms.get(id).checkResult !== undefined;
  const attempts = rows.map((row) => presentLogLine(row, adPlatformName, { now, reportsLater }));
  return { attempts, waiting: null, pagination, isCapped: hasMore };
}
