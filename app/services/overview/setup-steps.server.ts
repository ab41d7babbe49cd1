import { retryRead } from "#app/database/connection.server.ts";
import { beginnings } from "#app/database/queries/statistics.server.ts";
import { readValues, someOf, textOf } from "#app/database/values.server.ts";
import { SETUP_STEPS, type SetupStepName } from "#app/lib/domain.ts";
import {
  BrokerContract,
  Connection,
  OptInForm,
  Platform,
  Statement,
  type User,
} from "#app/models/index.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

type Step = {
  step: SetupStepName;
  isDone: boolean;
  /** The default broker. */
  platformId: string | undefined;
};

/** The steps of a new account before its first event, and whether they are done. */
export async function listSetupSteps({
  workspaceId,
  user,
}: {
  workspaceId: string;
  user: Pick<User, "emailVerifiedAt">;
}): Promise<Step[]> {
  const where = { workspaceId };
  const { isOpened, isDecided, isConfirmed, brokerId, ...has } = await retryRead(() =>
    readValues({
      platform: someOf(Platform, { ...where, archivedAt: null }),
      brokerId: textOf(Platform, "id", { ...where, isDefault: true }, [["id", "ASC"]]),
      tier: someOf(BrokerContract, { ...where, isKnown: true }),
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
  return SETUP_STEPS.map((step) => ({ step, isDone: done[step], platformId: brokerId ?? undefined }));
}

/**
 * The steps for the pages that lead from one to the next: for who may take them, until the first claim is
 * checked.
 */
export async function listFirstSteps({
  workspace,
  user,
  role,
}: Pick<Member, "workspace" | "user" | "role">): Promise<Step[]> {
  if (!isAllowed(role, "settings:write")) return [];
  const steps = await listSetupSteps({ workspaceId: workspace.id, user });
  return steps.some(({ step, isDone }) => step === "check" && isDone) ? [] : steps;
}
