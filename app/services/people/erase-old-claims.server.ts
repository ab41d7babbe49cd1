import { Op, type WhereOptions } from "sequelize";
import { DAY } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { OptInForm, Submission } from "#app/models/index.server.ts";
import { eraseClaim } from "./erase-claims.server.ts";

const CHUNK = 200;

/**
 * Erases the people of claims past their form's retention, counted from the claim or the decision. Erased
 * claims are marked, so it can stop and continue.
 */
export async function eraseOldClaims(
  isStopping: () => boolean = () => false,
  now = new Date(),
): Promise<void> {
  const forms = await OptInForm.findAll({
    where: {
      [Op.or]: [{ pendingRetentionDays: { [Op.ne]: null } }, { handledRetentionDays: { [Op.ne]: null } }],
    },
    attributes: ["id", "workspaceId", "pendingRetentionDays", "handledRetentionDays"],
  });
  for (const form of forms) {
    const { workspaceId, id: formId, pendingRetentionDays, handledRetentionDays } = form;
    const before = (days: number) => new Date(now.getTime() - days * DAY);
    if (pendingRetentionDays !== null && pendingRetentionDays !== undefined) {
      const where = { status: "pending", createdAt: { [Op.lt]: before(pendingRetentionDays) } };
      await eraseAll({ workspaceId, formId, ...where }, isStopping);
    }
    if (handledRetentionDays !== null && handledRetentionDays !== undefined) {
      const until = before(handledRetentionDays);
      const where = {
        status: { [Op.in]: ["handled", "rejected"] },
        createdAt: { [Op.lt]: until },
        // Withdrawn while pending, so never decided.
        [Op.or]: [{ handledAt: { [Op.lt]: until } }, { handledAt: null }],
      };
      await eraseAll({ workspaceId, formId, ...where }, isStopping);
    }
    if (isStopping()) return;
  }
}

async function eraseAll(
  where: WhereOptions & { workspaceId: string; formId: string },
  isStopping: () => boolean,
): Promise<void> {
  const { workspaceId, formId } = where;
  let [after, erased] = ["", 0];
  for (;;) {
    const claims: Submission[] = await Submission.findAll({
      where: { [Op.and]: [where, { erasedAt: null, id: { [Op.gt]: after } }] },
      attributes: ["id"],
      order: [["id", "ASC"]],
      limit: CHUNK,
    });
    for (const { id: submissionId } of claims) {
      if (isStopping()) return;
      // A claim whose event can still be sent is left to a later run.
      if (await eraseClaim({ workspaceId, submissionId, access: null, keepsOpen: true })) erased += 1;
    }
    after = claims.at(-1)?.id ?? "";
    if (claims.length < CHUNK) break;
  }
  if (erased > 0) log.info({ workspaceId, formId, erased }, "the people of old claims were erased");
}
