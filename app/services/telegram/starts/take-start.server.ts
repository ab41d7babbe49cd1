import { type FindOptions, Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
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

type Asked = { workspaceId: string; token: string; telegramUserId: string };

const toOwnerHash = ({ token, telegramUserId }: Asked): string => sha256(`${token} ${telegramUserId}`);

async function readStart(asked: Asked, options: FindOptions = {}): Promise<TakenStart | null> {
  const { workspaceId, token } = asked;
  if (token === "" || token.length > START_TOKEN_MAX || !TOKEN.test(token)) return null;
  const where = { workspaceId, tokenHash: sha256(token), expiresAt: { [Op.gt]: new Date() } };
  const start = await TelegramStart.findOne({ where, ...options });
  return start && { start, isOwn: start.ownerHash === null || start.ownerHash === toOwnerHash(asked) };
}

/**
 * Finds the visit of a token. `isOwn` holds for the account that owns it or may still become its owner.
 * @returns null for a token that is unknown, expired or of another workspace
 */
export const findStart = (asked: Asked): Promise<TakenStart | null> => retryRead(() => readStart(asked));

/** Goes on with the visit of a token, like `findStart`. The first account that uses the token owns it. */
export async function takeStart(asked: Asked, transaction: Transaction): Promise<TakenStart | null> {
  const taken = await readStart(asked, { transaction, lock: true });
  if (taken?.start.ownerHash === null)
    await taken.start.update({ ownerHash: toOwnerHash(asked), startedAt: new Date() }, { transaction });
  return taken;
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
