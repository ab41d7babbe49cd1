import {
  type FindOptions,
  literal,
  type Model,
  type ModelStatic,
  Op,
  type Transaction,
  type WhereOptions,
} from "sequelize";
import { isOnCluster } from "./connection.server.ts";

type Versioned = Model & { version: number };
type LockOptions<Row extends Versioned> = Pick<FindOptions, "where"> & {
  /** With the primary key. All columns by default. */
  attributes?: (keyof Row & string)[];
  mode?: "shared" | "exclusive";
  transaction: Transaction;
};

/**
 * Locks rows that a transaction decides by and does not change itself, in the order of their keys. The nodes of
 * a Galera cluster do not know each other's locks, only what transactions write: there the rows are written too,
 * and of two transactions on two nodes the later one is repeated.
 */
export async function lockRows<Row extends Versioned>(
  model: ModelStatic<Row>,
  { where, attributes, mode = "exclusive", transaction }: LockOptions<Row>,
): Promise<Row[]> {
  const { SHARE, UPDATE } = transaction.LOCK;
  const rows = await model.findAll({
    ...(where === undefined ? {} : { where }),
    ...(attributes === undefined ? {} : { attributes }),
    order: model.primaryKeyAttributes.map((key) => [key, "ASC"]),
    lock: mode === "shared" && !isOnCluster() ? SHARE : UPDATE,
    transaction,
  });
  if (isOnCluster() && rows.length > 0) {
    const where = { [Op.or]: rows.map((row) => row.where()) } as WhereOptions;
    await model.update({ version: literal("version + 1") } as object, { where, transaction });
  }
  return rows;
}

/** The same for one row; null if it is not there. */
export async function lockRow<Row extends Versioned>(
  model: ModelStatic<Row>,
  options: LockOptions<Row>,
): Promise<Row | null> {
  const [row] = await lockRows(model, options);
  return row ?? null;
}
