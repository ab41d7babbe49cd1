import { retryRead } from "#app/database/connection.server.ts";
import { Connection, type Submission } from "#app/models/index.server.ts";
import type { ExpectedDelivery } from "#app/schemas/ad-platforms.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { describeWithoutAmount, findFormSettings } from "./event-settings.server.ts";
import { planDelivery } from "./plan-delivery.server.ts";

/** What marking a submission handled would send to each connected ad platform, as a preview. */
export async function listDestinations(
  submission: Submission,
  now = new Date(),
): Promise<ExpectedDelivery[]> {
  const { workspaceId, formId } = submission;
  const [forms, connections] = await retryRead(() =>
    Promise.all([
      findFormSettings({ workspaceId, formIds: [formId] }),
      Connection.findAll({ where: { workspaceId }, order: [["adPlatform", "ASC"]] }),
    ]),
  );
  const form = forms.get(formId) ?? null;
  return connections.map((connection) => {
    const { adPlatform } = connection;
    const plan = (hasAmount: boolean) => planDelivery({ connection, submission, form, hasAmount, now });
    const { state, skipReason, sendBefore } = plan(true);
    return {
      platformName: adPlatformName(adPlatform),
      state,
      skipReason,
      sendBefore: sendBefore.toISOString(),
      withoutAmount: plan(false).state === "skipped" ? "skipped" : describedAs(adPlatform, submission, form),
    };
  });
}

function describedAs(...args: Parameters<typeof describeWithoutAmount>): { sentAs: string } | null {
  const sentAs = describeWithoutAmount(...args)?.sentAs ?? null;
  return sentAs === null ? null : { sentAs };
}
