import { Op } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { createYield } from "#app/lib/create-yield.ts";
import { DAY, dayIn } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { RULE_DAYS, type RulePause, type RuleRefusal } from "#app/lib/verification-rules.ts";
import {
  Evidence,
  PostbackAddress,
  RuleDecision,
  Submission,
  VerificationRule,
  type Workspace,
} from "#app/models/index.server.ts";
import type { RuleInput } from "#app/schemas/rules.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findBroker } from "#app/services/platforms/find-broker.server.ts";
import { createConverter } from "#app/services/statements/matching/convert.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { judgeClaim } from "./judge-claim.ts";
import { CANDIDATE_COLUMNS, readCandidates } from "./read-candidates.server.ts";

type Broker = { workspaceId: string; platformId: string };
type Zoned = Pick<Workspace, "id" | "timeZone">;

/** A broker's rule, and how far it is today. */
export type RuleState = {
  /** Null before it was saved. */
  rule: VerificationRule | null;
  pausedBecause: RulePause | null;
  decidedToday: number;
  /** Of the last 30 days, and how many of them turned out wrong. */
  decided: number;
  doubted: number;
  /** Whether anybody who knows the postback address may call. */
  isOpenAddress: boolean;
};

/** @throws {NotFound} no such broker */
export async function getRule(workspace: Zoned, platformId: string): Promise<RuleState> {
  const broker = { workspaceId: workspace.id, platformId };
  await findBroker(broker);
  const [rule, address] = await retryRead(() =>
    Promise.all([
      VerificationRule.findOne({ where: broker }),
      PostbackAddress.findOne({ where: broker, attributes: ["securedAt"] }),
    ]),
  );
  return describeRule(workspace, rule, address !== null && address.securedAt === null);
}

async function describeRule(
  { timeZone }: Zoned,
  rule: VerificationRule | null,
  isOpenAddress: boolean,
): Promise<RuleState> {
  const nothing = { pausedBecause: null, decidedToday: 0, decided: 0, doubted: 0 };
  if (!rule) return { rule, ...nothing, isOpenAddress };
  const where = { ruleId: rule.id };
  const recent = { ...where, decidedAt: { [Op.gte]: new Date(Date.now() - RULE_DAYS * DAY) } };
  const [decidedToday, decided, doubted] = await retryRead(() =>
    Promise.all([
      RuleDecision.count({ where: { ...where, day: dayIn(timeZone, new Date()) } }),
      RuleDecision.count({ where: recent }),
      RuleDecision.count({ where: { ...recent, doubtedAt: { [Op.ne]: null } } }),
    ]),
  );
  const isFull = rule.isOn && decidedToday >= rule.perDay;
  const pausedBecause = rule.pausedAt !== null ? "doubts" : isFull ? "limit" : null;
  return { rule, pausedBecause, decidedToday, decided, doubted, isOpenAddress };
}

type OfBroker = { access: Access; platformId: string; input: RuleInput };

/**
 * Makes or changes a broker's rule. Saved while it is on, it decides again what waits, whatever paused it before.
 * @throws {NotFound} no such broker
 */
export function saveRule({ access, platformId, input }: OfBroker): Promise<VerificationRule> {
  return changeWorkspace(access, "brokers:write", async ({ id: workspaceId }, transaction) => {
    const broker = { workspaceId, platformId };
    await findBroker(broker, transaction);
    const now = new Date();
    const known = await VerificationRule.findOne({ where: broker, transaction, lock: true });
    const { amountMax, sources, isOn, ...plain } = input;
    const values = {
      ...plain,
      isOn,
      sources: sources.join(" "),
      amountMax: amountMax?.amount ?? null,
      amountMaxCurrency: amountMax?.currency ?? null,
      ...(isOn ? { pausedAt: null } : {}),
      // Somebody who turns it on after a pause has looked at what turned out wrong before.
      ...(isOn && known?.pausedAt ? { doubtsFrom: now } : {}),
      reachedId: null,
      updatedAt: now,
    };
    const rule = known
      ? await known.update(values, { transaction })
      : await VerificationRule.create(
          { ...broker, pausedAt: null, doubtsFrom: now, dueAt: null, createdAt: now, ...values },
          { transaction },
        );
    if (isOn) {
      await VerificationRule.update({ dueAt: fromNow(0) } as object, { where: { id: rule.id }, transaction });
      announceDue(VerificationRule, transaction);
    }
    return rule;
  });
}

/** How many claims a dry run reads at most, and how many of them together. */
const DRY_RUN_MAX = 20_000;
const CHUNK = 200;

export type DryRun = {
  wouldDecide: number;
  claims: number;
  /** How often which reason leaves a claim to a member, of claims of which the broker said something. */
  refusals: Partial<Record<RuleRefusal, number>>;
  /** How many more the limit of a day would leave to members. */
  overLimit: number;
};

/** What a rule would have verified of the claims of the last 30 days, those that are decided by now among them. */
export async function tryRule(
  workspace: Workspace,
  { platformId, input }: Pick<OfBroker, "platformId" | "input">,
): Promise<DryRun> {
  const broker = { workspaceId: workspace.id, platformId };
  await findBroker(broker);
  const { rates } = await getWorkspaceRates(workspace);
  const convert = createConverter(rates);
  const giveWay = createYield();
  const days = new Map<string, number>();
  const refusals: DryRun["refusals"] = {};
  let claims = 0;
  for (let last = firstIdAt(new Date(Date.now() - RULE_DAYS * DAY)); claims < DRY_RUN_MAX; ) {
    const found = await retryRead(() =>
      findRows(Submission, {
        where: { ...broker, withdrawnAt: null, erasedAt: null, id: { [Op.gt]: last } },
        attributes: CANDIDATE_COLUMNS,
        order: [["id", "ASC"]],
        limit: CHUNK,
      }),
    );
    claims += found.length;
    const told = await findTold(broker, found);
    for (const candidate of await readCandidates(broker, told)) {
      await giveWay();
      const judgement = judgeClaim(input, candidate, convert);
      if (judgement.decides) days.set(candidate.claim.day, (days.get(candidate.claim.day) ?? 0) + 1);
      else refusals[judgement.because] = (refusals[judgement.because] ?? 0) + 1;
    }
    last = found.at(-1)?.id ?? last;
    if (found.length < CHUNK) break;
  }
  const counts = [...days.values()];
  const wouldDecide = counts.reduce((sum, count) => sum + Math.min(count, input.perDay), 0);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return { wouldDecide, claims, refusals, overLimit: all - wouldDecide };
}

/** Those of which the broker says something. */
async function findTold<Claim extends { id: string }>(
  { workspaceId }: Broker,
  claims: readonly Claim[],
): Promise<Claim[]> {
  const submissionId = claims.map(({ id }) => id);
  if (submissionId.length === 0) return [];
  const found = await retryRead(() =>
    findRows(Evidence, { where: { workspaceId, submissionId }, attributes: ["submissionId"] }),
  );
  const told = groupBy(found, (one) => one.submissionId ?? "");
  return claims.filter(({ id }) => told.has(id));
}
