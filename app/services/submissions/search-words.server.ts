import { literal, Op, type Transaction, type WhereOptions } from "sequelize";
import { COMMITTED_WITHIN_MS, inTransaction, retryRead } from "#app/database/connection.server.ts";
import { escapeValue, has, notByIndex } from "#app/database/dialect.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import {
  findAnyIds,
  findWithoutWords,
  hasNoWords,
  hasWords,
  isFewerThan,
  selectByWords,
  type WordQuery,
} from "#app/database/queries/search-words.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { selectSql } from "#app/database/select-sql.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { SEARCHED_COLUMNS, toSearchWords } from "#app/lib/search-words.ts";
import { SearchProgress, SearchWord, Submission } from "#app/models/index.server.ts";

const COLUMNS = ["id", "workspaceId", ...SEARCHED_COLUMNS] as const;
type SearchedClaim = Pick<Submission, (typeof COLUMNS)[number]>;

/** What was committed even later, by a database that hung. */
const LATE_LOOK_BACK_MS = 10 * MINUTE;
/** Their rows are locked until their words are written. */
const BATCH = 100;
/** More claims are not listed by their ids. */
const LISTED_MAX = 1_000;
/** So many claims are read in the order of the list, each with its words; fewer by the words. */
const COMMON_MIN = 10_000;

/** Replaces the search words of a workspace's claims, in the transaction that changes or erases their texts. */
export async function replaceSearchWords(claims: SearchedClaim[], transaction: Transaction): Promise<void> {
  const [first] = claims;
  if (!first) return;
  const where = { workspaceId: first.workspaceId, submissionId: claims.map(({ id }) => id) };
  await SearchWord.destroy({ where, transaction });
  await insertWords(claims, transaction);
}

const insertWords = (claims: SearchedClaim[], transaction: Transaction) =>
  insertRows(
    SearchWord,
    claims.flatMap((claim) =>
      [...toSearchWords(claim)].map((word) => ({
        workspaceId: claim.workspaceId,
        word,
        submissionId: claim.id,
      })),
    ),
    transaction,
  );

/** A condition of the poll: whether claims came in after the last one that has its words. */
export const hasClaimsWithoutWords = (): string =>
  has("submissions", "id > COALESCE((SELECT submissionId FROM searchProgress WHERE name = 'claims'), '')");

/** Writes the words of new claims, and of old ones that have none yet. */
export async function addSearchWords(isStopping: () => boolean = () => false): Promise<void> {
  const startedAt = Date.now();
  // Of the claims after it some are not committed yet.
  const settled = firstIdAt(new Date(startedAt - COMMITTED_WITHIN_MS));
  const before = await readProgress();
  const { count, isDone } = await addAfter(before, isStopping, (id) =>
    id < settled ? saveProgress(id) : saveProgress(settled),
  );
  // Without new claims once a minute: each search reads the claims after it.
  const isOld = before < firstIdAt(new Date(startedAt - MINUTE));
  if (isDone && (count > 0 || isOld)) await saveProgress(settled);
}

/** The same for claims that were committed long after their ids were made. */
export async function addLateSearchWords(isStopping: () => boolean = () => false): Promise<void> {
  await addAfter(firstIdAt(new Date(Date.now() - LATE_LOOK_BACK_MS)), isStopping);
}

/** Has all claims looked at again, because some were added with older ids. */
export async function restartSearchWords(): Promise<void> {
  await inTransaction((transaction) => SearchProgress.destroy({ where: { name: "claims" }, transaction }));
}

async function addAfter(
  after: string,
  isStopping: () => boolean,
  onBatch?: (last: string) => Promise<void>,
): Promise<{ count: number; isDone: boolean }> {
  for (let [last, count] = [after, 0]; ; ) {
    const ids = await retryRead(() => findWithoutWords(last, BATCH));
    if (ids.length > 0) await addTo(ids);
    count += ids.length;
    if (ids.length < BATCH) return { count, isDone: true };
    last = ids.at(-1) ?? last;
    await onBatch?.(last);
    if (isStopping()) return { count, isDone: false };
  }
}

/** Locks the claims, so that none is changed or erased meanwhile. On a cluster these write the same words. */
async function addTo(ids: string[]): Promise<void> {
  await inTransaction(async (transaction) => {
    const claims = await findRows(Submission, {
      attributes: COLUMNS,
      where: { id: ids },
      order: [["id", "ASC"]],
      lock: true,
      transaction,
    });
    const found = await findRows(SearchWord, {
      attributes: ["submissionId"],
      where: { submissionId: ids },
      group: ["submissionId"],
      transaction,
    });
    const done = new Set(found.map(({ submissionId }) => submissionId));
    await insertWords(
      claims.filter(({ id }) => !done.has(id)),
      transaction,
    );
  });
}

/** The claims up to this id have their words. */
async function readProgress(): Promise<string> {
  const progress = await retryRead(() => SearchProgress.findByPk("claims", { raw: true }));
  return progress?.submissionId ?? "";
}

async function saveProgress(submissionId: string): Promise<void> {
  await inTransaction((transaction) =>
    SearchProgress.upsert({ name: "claims", submissionId }, { transaction }),
  );
}

type WordSearch = {
  workspaceId: string;
  words: WordQuery;
  /** What other indexes find. */
  others: WhereOptions[];
  /** The condition of a claim that has no words yet. */
  unindexed: WhereOptions;
};

/**
 * The condition of the claims that a word finds: those that have it, those that other indexes find, and of the
 * newest, which have no words yet, those that contain it.
 */
export async function findByWord({
  workspaceId,
  words,
  others,
  unindexed,
}: WordSearch): Promise<WhereOptions> {
  const isNew = [{ id: { [Op.gt]: await readProgress() } }, literal(hasNoWords("`Submission`"))];
  const newest = { [Op.and]: [...isNew, unindexed] };
  const select = (...where: WhereOptions[]) =>
    selectSql(Submission, { where: { [Op.and]: where }, attributes: ["id"] });
  const isOwn = literal(`${notByIndex("`Submission`.`workspaceId`")} = ${escapeValue(workspaceId)}`);
  const byWords = selectByWords(workspaceId, words);
  const elsewhere = [...others.map((where) => select({ workspaceId }, where)), select(isOwn, newest)];
  // In this order, because claims get their words meanwhile: one that has them now is found by them.
  const otherIds = await retryRead(() => findAnyIds(elsewhere, LISTED_MAX + 1));
  const ids = await retryRead(() => findAnyIds([byWords], LISTED_MAX + 1));
  const isOther = otherIds.length <= LISTED_MAX ? { id: otherIds } : { [Op.or]: [...others, newest] };
  if (ids.length + otherIds.length <= LISTED_MAX) return { id: [...new Set([...ids, ...otherIds])] };
  // With another condition beside it, MySQL would not read the words first.
  const isAlone = ids.length > LISTED_MAX && otherIds.length === 0;
  if (isAlone && (await retryRead(() => isFewerThan(COMMON_MIN, byWords))))
    return { id: { [Op.in]: literal(`(${byWords})`) } };
  return { [Op.or]: [literal(hasWords(workspaceId, words)), isOther] };
}
