import {
  fn,
  literal,
  type Model,
  type ModelStatic,
  type Order,
  QueryTypes,
  type WhereOptions,
} from "sequelize";
import { sequelize } from "./connection.server.ts";
import { selectSql } from "./select-sql.server.ts";

/** An SQL expression of one value, and what reads the value as the database gives it back. */
export type Value<T> = { sql: string; read: (stored: unknown) => T };

type Values = Record<string, Value<unknown>>;
type Read<V extends Values> = { [Name in keyof V]: V[Name] extends Value<infer T> ? T : never };

/** Reads several values with one statement, because sending one costs more than most of them. */
export async function readValues<V extends Values>(values: V): Promise<Read<V>> {
  const columns = Object.entries(values).map(([name, { sql }]) => `(${sql}) AS \`${name}\``);
  const [row = {}] = await sequelize.query<Record<string, unknown>>(`SELECT ${columns.join(", ")}`, {
    type: QueryTypes.SELECT,
  });
  return Object.fromEntries(
    Object.entries(values).map(([name, { read }]) => [name, read(row[name])]),
  ) as Read<V>;
}

/** How many rows a condition has. */
export const countOf = (model: ModelStatic<Model>, where: WhereOptions): Value<number> => ({
  sql: selectSql(model, { where, attributes: [[fn("COUNT", literal("*")), "count"]] }),
  read: Number,
});

/** Whether a condition has a row. */
export const someOf = (model: ModelStatic<Model>, where: WhereOptions): Value<boolean> => ({
  sql: `EXISTS (${selectSql(model, { where, attributes: [[literal("1"), "one"]] })})`,
  read: Boolean,
});

/** Whether a condition has more rows than some; it counts no more than that. */
export const hasMoreThan = (
  model: ModelStatic<Model>,
  where: WhereOptions,
  count: number,
): Value<boolean> => ({
  sql: `(SELECT COUNT(*) FROM (${selectSql(model, { where, attributes: [[literal("1"), "one"]], limit: count + 1 })}) AS counted) > ${count}`,
  read: Boolean,
});

/** A text of the first row of a condition, or null. */
export const textOf = (
  model: ModelStatic<Model>,
  column: string,
  where: WhereOptions,
  order: Order,
): Value<string | null> => ({
  sql: selectSql(model, { where, attributes: [column], order, limit: 1 }),
  read: (stored) => stored as string | null,
});
