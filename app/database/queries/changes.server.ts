import { Op, type Order, type WhereOptions } from "sequelize";
import type { ChangePlace } from "#app/lib/change-cursor.ts";

/** The order of `(workspaceId, updatedAt, id)`, which submissions and deliveries have an index of. */
export const inOrderOfChange: Order = [
  ["updatedAt", "ASC"],
  ["id", "ASC"],
];

/** The rows after a place in that order. The first condition is the one that MySQL reads the index by. */
export const changedAfter = ({ at, id }: ChangePlace): WhereOptions => ({
  updatedAt: { [Op.gte]: at },
  [Op.or]: [{ updatedAt: { [Op.gt]: at } }, { id: { [Op.gt]: id } }],
});
