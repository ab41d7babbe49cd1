import { Platform, VerificationRule } from "#app/models/index.server.ts";
import type { ConsumeEvent } from "#app/services/domain-events/consume-event.server.ts";
import { notifyMembers } from "./notify.server.ts";

/** Notifies of a rule that pauses, unless somebody has turned it on again. */
export const notifyOfRule: ConsumeEvent = async (event, transaction) => {
  if (event.type !== "rule.paused") return;
  const { id: groupKey, workspaceId, subjectId } = event;
  const { platformId, decided, doubted } = event.payload;
  const [rule, platform] = [
    await VerificationRule.findOne({ where: { id: subjectId, workspaceId }, transaction }),
    await Platform.findOne({ where: { id: platformId, workspaceId }, attributes: ["name"], transaction }),
  ];
  if (!platform || !rule?.pausedAt) return;
  const facts = { platformId, platformName: platform.name, decided, doubted };
  await notifyMembers(
    {
      workspaceId,
      type: "rulePaused",
      payload: facts,
      groupKey,
      emailFor: ({ name }) => ({ kind: "rule-paused", props: { name, ...facts } }),
    },
    transaction,
  );
};
