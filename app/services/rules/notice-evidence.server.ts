import { Op, type Transaction } from "sequelize";
import { lockRows } from "#app/database/lock-rows.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { DOUBTED_MIN, DOUBTED_SHARE_MAX, RULE_DAYS } from "#app/lib/verification-rules.ts";
import {
  ClaimReversal,
  Evidence,
  RuleDecision,
  Submission,
  VerificationRule,
} from "#app/models/index.server.ts";
import type { ConsumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { verifyByRule } from "./verify-claims.server.ts";

/** Verifies by rules what brokers say for certain, and pauses a rule whose decisions turn out wrong. */
export const noticeEvidence: ConsumeTogether = async (workspaceId, events) => {
  const rules = await VerificationRule.findAll({ where: { workspaceId } });
  if (rules.length === 0) return async () => {};
  for (const { platformId } of rules) {
    const claims = events.flatMap(({ type, subjectId, payload }) =>
      type === "evidence.found" && payload.group === "certain" && payload.platformId === platformId
        ? [subjectId]
        : [],
    );
    if (claims.length > 0) await verifyByRule({ workspaceId, platformId }, [...new Set(claims)]);
  }
  const doubted = await findDoubted(workspaceId, [...new Set(events.map(({ subjectId }) => subjectId))]);
  return async (transaction) => {
    if (doubted.length === 0) return;
    await RuleDecision.update(
      { doubtedAt: new Date() },
      {
        where: {
          workspaceId,
          submissionId: doubted.map(({ submissionId }) => submissionId),
          doubtedAt: null,
        },
        transaction,
      },
    );
    await pauseDoubted(workspaceId, [...new Set(doubted.map(({ ruleId }) => ruleId))], transaction);
  };
};

/** Those of the claims that a rule decided and that turned out wrong. */
async function findDoubted(workspaceId: string, id: string[]) {
  const decided = await findRows(RuleDecision, {
    where: { workspaceId, submissionId: id, doubtedAt: null },
    attributes: ["submissionId", "ruleId"],
  });
  if (decided.length === 0) return [];
  const submissionId = decided.map((one) => one.submissionId);
  const [claims, contradicted, reversals] = await Promise.all([
    findRows(Submission, {
      where: { workspaceId, id: submissionId },
      attributes: ["id", "status", "chargedBackAt"],
    }),
    findRows(Evidence, {
      where: { workspaceId, submissionId, evidenceGroup: "contradicted", decides: null },
      attributes: ["submissionId"],
    }),
    findRows(ClaimReversal, { where: { workspaceId, submissionId }, attributes: ["submissionId"] }),
  ]);
  const wrong = new Set([
    ...claims.flatMap(({ id: one, status, chargedBackAt }) =>
      status === "rejected" || chargedBackAt !== null ? [one] : [],
    ),
    ...[...contradicted, ...reversals].map((one) => one.submissionId),
  ]);
  return decided.filter((one) => wrong.has(one.submissionId));
}

/** A rule of which too much turned out wrong decides nothing until somebody turns it on again. */
async function pauseDoubted(workspaceId: string, id: string[], transaction: Transaction): Promise<void> {
  const since = new Date(Date.now() - RULE_DAYS * DAY);
  for (const rule of await lockRows(VerificationRule, { where: { id, workspaceId }, transaction })) {
    if (!rule.isOn || rule.pausedAt !== null) continue;
    const from = rule.doubtsFrom > since ? rule.doubtsFrom : since;
    const where = { ruleId: rule.id, decidedAt: { [Op.gte]: from } };
    const [decided, doubted] = [
      await RuleDecision.count({ where, transaction }),
      await RuleDecision.count({ where: { ...where, doubtedAt: { [Op.ne]: null } }, transaction }),
    ];
    if (doubted < DOUBTED_MIN || doubted <= decided * DOUBTED_SHARE_MAX) continue;
    await rule.update({ pausedAt: new Date() }, { transaction });
    const { platformId } = rule;
    const payload = { platformId, decided, doubted };
    await recordEvents([{ type: "rule.paused", workspaceId, subjectId: rule.id, payload }], transaction);
  }
}
