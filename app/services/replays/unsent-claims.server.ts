import { fn, literal, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Connection, Submission } from "#app/models/index.server.ts";
import type { UnsentOffer } from "#app/schemas/replays.ts";
import { connectionWindowMs } from "#app/services/ad-platforms/connection-settings.server.ts";
import { usableWindow } from "#app/services/ad-platforms/delivery-window.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { findFormSettings, reasonToSkip } from "#app/services/deliveries/event-settings.server.ts";

/** Claims whose event is the same to an ad platform: it gets that of each or of none. */
type Kind = Pick<Submission, "formId" | "action" | "consentVersion"> & { hasAmount: boolean };
type UnsentGroup = Kind & {
  /** Whether their event was skipped before; otherwise they never had one. */
  isSkipped: boolean;
  isSent: boolean;
  count: number;
};

/** The verified claims in an ad platform's window that have no event there. */
type UnsentClaims = { adPlatform: string; windowMs: number; where: WhereOptions; groups: UnsentGroup[] };

/** When they were verified. */
type UnsentRange = {
  workspaceId: string;
  adPlatform: string | null;
  from: Date | null;
  before: Date | null;
};

const hasAmount = "COALESCE(correctedAmount, verifiedAmount) IS NOT NULL";

/** Those of each working connection, or of one. What was charged back is not true any more. */
export async function findUnsentClaims(range: UnsentRange): Promise<UnsentClaims[]> {
  const { workspaceId, adPlatform } = range;
  const connections = await Connection.findAll({
    where: { workspaceId, status: "connected", ...(adPlatform ? { adPlatform } : {}) },
    attributes: ["adPlatform", "settings"],
    order: [["adPlatform", "ASC"]],
  });
  return Promise.all(connections.map((connection) => groupUnsent(range, connection)));
}

async function groupUnsent(
  { workspaceId, from, before }: UnsentRange,
  connection: Connection,
): Promise<UnsentClaims> {
  const { adPlatform } = connection;
  const windowMs = connectionWindowMs(connection);
  const isSkipped = `deliveryStates LIKE ${escapeValue(`%${adPlatform}:skipped%`)}`;
  const where: WhereOptions = {
    workspaceId,
    status: "handled",
    withdrawnAt: null,
    sharingEndedAt: null,
    erasedAt: null,
    chargedBackAt: null,
    createdAt: { [Op.gt]: new Date(Date.now() - usableWindow(windowMs)) },
    [Op.and]: [
      from ? { handledAt: { [Op.gte]: from } } : {},
      before ? { handledAt: { [Op.lt]: before } } : {},
      literal(
        `(deliveryStates IS NULL OR deliveryStates NOT LIKE ${escapeValue(`%${adPlatform}:%`)} OR ${isSkipped})`,
      ),
    ],
  };
  const kind = ["formId", "action", "consentVersion"] as const;
  const rows = (await Submission.findAll({
    where,
    attributes: [
      ...kind,
      [literal(`CASE WHEN ${hasAmount} THEN 1 ELSE 0 END`), "hasAmount"],
      [literal(`CASE WHEN ${isSkipped} THEN 1 ELSE 0 END`), "isSkipped"],
      [fn("COUNT", literal("*")), "count"],
    ],
    group: [...kind, "hasAmount", "isSkipped"],
    raw: true,
  })) as unknown as (Kind & { isSkipped: number; count: number })[];
  const forms = await findFormSettings({
    workspaceId,
    formIds: [...new Set(rows.map(({ formId }) => formId))],
  });
  const groups = rows.map((row) => {
    const group = {
      ...row,
      hasAmount: Number(row.hasAmount) === 1,
      isSkipped: Number(row.isSkipped) === 1,
      count: Number(row.count),
    };
    const form = forms.get(row.formId) ?? null;
    const reason = reasonToSkip({
      adPlatform,
      submission: group,
      isSharingEnded: false,
      form,
      hasAmount: group.hasAmount,
    });
    return { ...group, isSent: reason === null };
  });
  return { adPlatform, windowMs, where, groups };
}

export const countClaims = (
  some: UnsentClaims[],
  matches: (group: UnsentGroup) => boolean = ({ isSent }) => isSent,
): number => some.flatMap(({ groups }) => groups.filter(matches)).reduce((sum, { count }) => sum + count, 0);

/** The next of them to send, those with the least time left first. */
export async function findNextUnsent({ where, groups }: UnsentClaims, limit: number): Promise<string[]> {
  const sent = groups.filter(({ isSent }) => isSent);
  if (sent.length === 0 || limit <= 0) return [];
  const isOfKind = sent.map(({ formId, action, consentVersion, hasAmount: has }) => ({
    formId,
    action,
    consentVersion,
    [Op.and]: literal(has ? hasAmount : `NOT (${hasAmount})`),
  }));
  const rows = await Submission.findAll({
    where: { [Op.and]: [where, { [Op.or]: isOfKind }] },
    attributes: ["id"],
    order: [
      ["createdAt", "ASC"],
      ["id", "ASC"],
    ],
    limit,
    raw: true,
  });
  return rows.map(({ id }) => id);
}

/** The ad platforms that could get verified claims now that have no event there, and how many. */
export async function findUnsentOffers(
  workspaceId: string,
  adPlatform: string | null = null,
): Promise<UnsentOffer[]> {
  const unsent = await retryRead(() =>
    findUnsentClaims({ workspaceId, adPlatform, from: null, before: null }),
  );
  return unsent
    .map((one) => ({
      platform: one.adPlatform,
      platformName: adPlatformName(one.adPlatform),
      count: countClaims([one]),
      days: Math.round(one.windowMs / DAY),
    }))
    .filter(({ count }) => count > 0);
}
