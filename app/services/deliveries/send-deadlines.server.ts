import { literal, Op, type Transaction } from "sequelize";
import { timePlus } from "#app/database/dialect.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { Submission } from "#app/models/index.server.ts";
import { type AdPlatformWindow, usableWindow } from "#app/services/ad-platforms/delivery-window.ts";
import { findWindows } from "#app/services/ad-platforms/find-windows.server.ts";
import { findFormSettings, reasonToExclude } from "./event-settings.server.ts";

type PendingGroup = Pick<Submission, "formId" | "consentVersion">;

/**
 * Gives pending submissions the deadline of the shortest window among the ad platforms that may get their
 * events, or none; those whose sharing has ended keep none. Called by whatever changes these ad platforms, before it locks a connection.
 * @param windows of the connected ad platforms; those of the database without them
 */
export async function updateSendDeadlines(
  { workspaceId, windows }: { workspaceId: string; windows?: AdPlatformWindow[] },
  transaction: Transaction,
): Promise<void> {
  const pending = { workspaceId, status: "pending" as const, sharingEndedAt: null };
  const groups: PendingGroup[] = await Submission.findAll({
    where: pending,
    attributes: ["formId", "consentVersion"],
    group: ["formId", "consentVersion"],
    raw: true,
    transaction,
  });
  const connected = windows ?? (await findWindows(workspaceId, transaction));
  const formIds = [...new Set(groups.map(({ formId }) => formId))];
  const forms = await findFormSettings({ workspaceId, formIds }, transaction);
  const toWindow = ({ formId, consentVersion }: PendingGroup) => {
    const form = forms.get(formId) ?? null;
    return Math.min(
      ...connected
        .filter(({ adPlatform }) => !reasonToExclude({ adPlatform, consentVersion, form }))
        .map(({ ms }) => ms),
    );
  };
  for (const [windowMs, alike] of groupBy(groups, toWindow)) {
    const deadline = timePlus("createdAt", usableWindow(windowMs));
    const [value, isOther] = Number.isFinite(windowMs)
      ? [literal(deadline), literal(`(sendBefore IS NULL OR sendBefore <> ${deadline})`)]
      : [null, literal("sendBefore IS NOT NULL")];
    await Submission.update({ sendBefore: value } as object, {
      where: { ...pending, [Op.and]: [{ [Op.or]: alike }, isOther] },
      transaction,
    });
  }
}
