import { Op } from "sequelize";
import { markReports } from "#app/database/queries/spend-marks.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/event-state.ts";
import { isId } from "#app/lib/ids.ts";
import { Connection, Delivery, SpendAccount } from "#app/models/index.server.ts";
import { findWindows } from "#app/services/ad-platforms/find-windows.server.ts";
import { lockConnections } from "#app/services/deliveries/lock-connections.server.ts";
import { updateSendDeadlines } from "#app/services/deliveries/send-deadlines.server.ts";
import { updateConsentLists } from "#app/services/opt-in-forms/consent-lists.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { listConnections } from "./connections.server.ts";

/**
 * Deletes a connection and its credential. Open deliveries stay parked until the platform is connected again;
 * their history stays.
 * @throws {NotFound} also for another workspace's
 */
export async function disconnectPlatform({
  access,
  connectionId,
}: {
  access: Access;
  connectionId: string;
}): Promise<void> {
  const { workspaceId } = access;
  const connections = await listConnections(workspaceId);
  const closed = isId(connectionId) && connections.find(({ id }) => id === connectionId);
  if (!closed) throw new NotFound("Connection");
  await changeWorkspace(access, "connections:write", async (_workspace, transaction) => {
    const connected = await findWindows(workspaceId, transaction);
    const windows = connected.filter(({ adPlatform }) => adPlatform !== closed.adPlatform);
    await updateSendDeadlines({ workspaceId, windows }, transaction);
    const locked = await lockConnections(workspaceId, "exclusive", transaction);
    const connection = locked.find(({ id }) => id === connectionId);
    if (!connection) throw new NotFound("Connection");
    // A delivery that is being sent has a lease, whose holder saves the outcome or parks it.
    await Delivery.update(
      { state: "parked", dueAt: null, updatedAt: new Date() },
      {
        where: {
          workspaceId,
          connectionId,
          state: { [Op.in]: DELIVERY_CLAIMABLE_STATES },
          leaseToken: null,
        },
        transaction,
      },
    );
    // The ad accounts go with it: what they have read is as good as a file's from now on.
    const accounts = await SpendAccount.findAll({ where: { workspaceId, connectionId }, transaction });
    await markReports({ workspaceId, accountRef: accounts.map(({ id }) => id) }, transaction);
    await Connection.destroy({ where: { id: connectionId, workspaceId }, transaction });
    await updateConsentLists(workspaceId, transaction);
  });
}
