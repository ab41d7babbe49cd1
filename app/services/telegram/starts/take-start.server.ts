import { Op, type Transaction } from "sequelize";
import { AD_IDS, CAMPAIGN_PARAMETERS } from "#app/lib/ad-platforms.ts";
import { getKeys, pickGiven } from "#app/lib/objects.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { START_TOKEN_MAX } from "#app/lib/telegram.ts";
import { TelegramStart } from "#app/models/index.server.ts";
import type { KeptVisit } from "#app/services/submissions/kept-visits.server.ts";
import type { ContinuedVisit } from "./create-start.server.ts";

const TOKEN = /^[\w-]+$/;

/** A visit as a chat goes on with it. */
export type TakenStart = {
  start: TelegramStart;
  /** The account that used the token first: any other one gets the campaign only. */
  isOwn: boolean;
};

/**
 * Goes on with the visit of a token. The first account that uses it owns it.
 * @returns null for a token that is unknown, expired or of another workspace
 */
export async function takeStart(
  { workspaceId, token, telegramUserId }: { workspaceId: string; token: string; telegramUserId: string },
  transaction: Transaction,
): Promise<TakenStart | null> {
  if (token === "" || token.length > START_TOKEN_MAX || !TOKEN.test(token)) return null;
  const now = new Date();
  const where = { workspaceId, tokenHash: sha256(token), expiresAt: { [Op.gt]: now } };
  const start = await TelegramStart.findOne({ where, transaction, lock: true });
  if (!start) return null;
  const ownerHash = sha256(`${token} ${telegramUserId}`);
  if (start.ownerHash === null) await start.update({ ownerHash, startedAt: now }, { transaction });
  return { start, isOwn: start.ownerHash === ownerHash };
}

const CAMPAIGN = getKeys(CAMPAIGN_PARAMETERS);
const IDS = [...getKeys(AD_IDS), "link" as const];

const withCampaignOnly = ({ link, at, parameters = {}, ids = {} }: KeptVisit): KeptVisit => ({
  link,
  at,
  parameters: pickGiven(parameters, CAMPAIGN),
  ids: pickGiven(ids, IDS),
});

/** What the claim of a chat has of its visit. */
export function readContinuedVisit({
  start: { visit },
  isOwn,
}: {
  start: Pick<TelegramStart, "visit">;
  isOwn: boolean;
}): ContinuedVisit {
  const kept = JSON.parse(visit) as ContinuedVisit;
  if (isOwn) return kept;
  const { id: _, ...entry } = kept.entry;
  return { entry: { ...entry, visits: entry.visits.map(withCampaignOnly) }, cookies: {}, country: null };
}
