import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { claim } from "#app/database/leases.server.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { isCoveredAt } from "./event-settings.server.ts";
import { makeFirstAttempts } from "./first-attempts.server.ts";
import { reopenDelivery } from "./reopen-delivery.server.ts";

type Arguments = { access: Access; deliveryId: string };

/**
 * Sends a failed delivery again by hand, under its event id: at once, or after the pause of its connection.
 * @returns the delivery after the attempt
 * @throws {NotFound} also for another workspace's
 * @throws {Conflict} `not_failed` when it is sent, under way or past its window, `not_covered`, `not_shared`,
 *   `erased`
 */
export async function resendDelivery({
  access,
  deliveryId,
}: Arguments): Promise<Pick<Delivery, "adPlatform" | "state">> {
  if (!isId(deliveryId)) throw new NotFound("Delivery");
  const { workspaceId } = access;
  const leases = await inTransaction(async (transaction) => {
    await assertAccess(access, "deliveries:write", transaction);
    const delivery = await Delivery.findOne({ where: { id: deliveryId, workspaceId }, transaction });
    if (!delivery) throw new NotFound("Delivery");
    const submission = await Submission.findOne({
      where: { id: delivery.submissionId, workspaceId },
      attributes: ["id", "workspaceId", "formId", "consentVersion", "sharingEndedAt", "erasedAt"],
      lock: true,
      transaction,
    });
    if (submission?.erasedAt)
      throw new Conflict("erased", "This person was erased. There's nothing left to send.");
    if (submission?.sharingEndedAt) throw new Conflict("not_shared", messages.deliveries.sharingEnded);
    if (submission && !(await isCoveredAt(delivery.adPlatform, submission, transaction)))
      throw new Conflict("not_covered", messages.deliveries.notCovered(adPlatformName(delivery.adPlatform)));
    const reopened = await reopenDelivery(delivery, {}, transaction);
    if (!reopened)
      throw new Conflict("not_failed", "Only an event that failed, and is still in time, can be sent again.");
    return reopened.isCoolingDown ? [] : claim(Delivery, { id: deliveryId, workspaceId }, transaction);
  });
  await makeFirstAttempts(leases);
  return retryRead(() =>
    Delivery.findOne({
      where: { id: deliveryId, workspaceId },
      attributes: ["adPlatform", "state"],
      rejectOnEmpty: new NotFound("Delivery"),
    }),
  );
}
