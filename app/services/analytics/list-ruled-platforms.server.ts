import { retryRead } from "#app/database/connection.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { VerificationRule } from "#app/models/index.server.ts";

/** The brokers of a workspace that have or had a rule: a rule that is turned off stays. */
export async function listPlatformsWithRules(workspaceId: string): Promise<string[]> {
  const { rules } = await retryRead(() =>
    readValues({ rules: rowsOf(VerificationRule, { attributes: ["platformId"], where: { workspaceId } }) }),
  );
  return rules.map(({ platformId }) => platformId);
}
