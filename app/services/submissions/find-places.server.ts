import { Op, type Transaction, type WhereOptions } from "sequelize";
import { findRows } from "#app/database/rows.server.ts";
import { Submission } from "#app/models/index.server.ts";

/** The place of a submission in lists by date. */
export type Place = Pick<Submission, "id" | "createdAt">;

type Arguments = {
  /** Must include the workspace. */
  where: WhereOptions;
  direction?: "ASC" | "DESC";
  limit: number;
  /** The last of the page before. */
  after?: Place | undefined;
  transaction?: Transaction;
};

/**
 * One page of a list by date, as ids: these come from the index alone. For whole rows MySQL would read the
 * index from its beginning for each page.
 */
export function findPlaces({
  where,
  direction = "ASC",
  limit,
  after,
  transaction,
}: Arguments): Promise<Place[]> {
  const [orSame, beyond] = direction === "ASC" ? [Op.gte, Op.gt] : [Op.lte, Op.lt];
  // MySQL starts its range with the first condition only.
  const further = after && {
    createdAt: { [orSame]: after.createdAt },
    [Op.or]: [{ createdAt: { [beyond]: after.createdAt } }, { id: { [beyond]: after.id } }],
  };
  return findRows(Submission, {
    where: further ? { [Op.and]: [where, further] } : where,
    attributes: ["id", "createdAt"],
    order: [
      ["createdAt", direction],
      ["id", direction],
    ],
    limit,
    ...(transaction && { transaction }),
  });
}

/** The last of a full page, after which another one may follow. */
export const getLastPlace = (places: Place[], limit: number): Place | undefined =>
  places.length === limit ? places.at(-1) : undefined;
