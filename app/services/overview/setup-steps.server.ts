import { retryRead } from "#app/database/connection.server.ts";
import { beginnings } from "#app/database/queries/statistics.server.ts";
import { readValues, someOf } from "#app/database/values.server.ts";
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
  const { isOpened, isDecided, isConfirmed, ...has } = await retryRead(() =>
    readValues({
      platform: someOf(Platform, { ...where, archivedAt: null }),
      tier: someOf(CommissionTier, where),
      form: someOf(OptInForm, { ...where, deletedAt: null }),
      connection: someOf(Connection, where),
      statement: someOf(Statement, { ...where, state: "ready" }),
      ...beginnings(workspaceId),
    }),
  );
  const done: Record<SetupStepName, boolean> = {
    ...has,
    email: user.emailVerifiedAt !== null,
    // The form was opened, so its link has been shared.
    share: isOpened,
    check: isDecided,
    // The file goes after 30 days, what it confirmed stays.
    statement: has.statement || isConfirmed,
  };
  return SETUP_STEPS.map((step) => ({ step, isDone: done[step] }));
}
