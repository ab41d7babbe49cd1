import { retryRead } from "#app/database/connection.server.ts";
import { findBeginnings } from "#app/database/queries/statistics.server.ts";
import { SETUP_STEPS, type SetupStepName } from "#app/lib/domain.ts";
import {
  CommissionTier,
  Connection,
  OptInForm,
  Platform,
  Statement,
  type User,
} from "#app/models/index.server.ts";

/** The steps of a new account before its first event, and whether they are done. */
export async function listSetupSteps({
  workspaceId,
  user,
}: {
  workspaceId: string;
  user: Pick<User, "emailVerifiedAt">;
}): Promise<{ step: SetupStepName; isDone: boolean }[]> {
  const where = { workspaceId };
  const [platform, tier, form, connection, statement, { isOpened, isDecided, isConfirmed }] = await retryRead(
    () =>
      Promise.all([
        Platform.findOne({ where: { ...where, archivedAt: null }, attributes: ["id"] }),
        CommissionTier.findOne({ where, attributes: ["id"] }),
        OptInForm.findOne({ where: { ...where, deletedAt: null }, attributes: ["id"] }),
        Connection.findOne({ where, attributes: ["id"] }),
        Statement.findOne({ where: { ...where, state: "ready" }, attributes: ["id"] }),
        findBeginnings(workspaceId),
      ]),
  );
  const done: Record<SetupStepName, boolean> = {
    email: user.emailVerifiedAt !== null,
    platform: platform !== null,
    tier: tier !== null,
    form: form !== null,
    connection: connection !== null,
    // The form was opened, so its link has been shared.
    share: isOpened,
    check: isDecided,
    // The file goes after 30 days, what it confirmed stays.
    statement: statement !== null || isConfirmed,
  };
  return SETUP_STEPS.map((step) => ({ step, isDone: done[step] }));
}
