import DataLoader from "dataloader";
import {
  type Attributes,
  DataTypes,
  fn,
  literal,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelStatic,
  type OrderItem,
  QueryTypes,
  type WhereOptions,
} from "sequelize";
import { type Deadline, findDeadline } from "#app/lib/deadline.server.ts";
import { isSqlite, sequelize } from "./connection.server.ts";
import { isRetryable } from "./errors.server.ts";
import { convertRows } from "./rows.server.ts";
import { selectSql } from "./select-sql.server.ts";

/** An SQL expression of one value, and what reads the value as the database gives it back. */
export type Value<T> = { sql: string; read: (stored: unknown) => T };

type Values = Record<string, Value<unknown>>;
type Read<V extends Values> = { [Name in keyof V]: V[Name] extends Value<infer T> ? T : never };

/**
 * Reads several values, and all that the same request asks for at the same time, with one statement,
 * because sending one costs more than most of them.
 */
export async function readValues<V extends Values>(values: V): Promise<Read<V>> {
  const loader = findLoader();
  const read = async ([name, value]: [string, Value<unknown>]) => [
    name,
    value.read(await loader.load(value.sql)),
  ];
  return Object.fromEntries(await Promise.all(Object.entries(values).map(read))) as Read<V>;
}

type Loader = DataLoader<string, unknown>;

const loaders = new WeakMap<Deadline, Loader>();

/** Of the request: none waits for what another one reads. */
function findLoader(): Loader {
  const deadline = findDeadline();
  const found = deadline && loaders.get(deadline);
  if (found) return found;
  const loader: Loader = new DataLoader(readTogether, { cache: false });
  if (deadline) loaders.set(deadline, loader);
  return loader;
}

async function readTogether(all: readonly string[]): Promise<unknown[]> {
  const different = [...new Set(all)];
  const stored = await readEach(different);
  const bySql = new Map(different.map((sql, index) => [sql, stored[index]]));
  return all.map((sql) => bySql.get(sql));
}

/** One that fails is an error in its place, and the others are there. */
async function readEach(all: string[]): Promise<unknown[]> {
  try {
    return await readRow(all);
  } catch (error) {
    if (all.length === 1 || isRetryable(error)) throw error;
    const alone = await Promise.allSettled(all.map((sql) => readRow([sql])));
    return alone.map((one) => (one.status === "fulfilled" ? one.value[0] : one.reason));
  }
}

async function readRow(all: string[]): Promise<unknown[]> {
  const columns = all.map((sql, index) => `(${sql}) AS v${index}`);
  const [row = {}] = await sequelize.query<Record<string, unknown>>(`SELECT ${columns.join(", ")}`, {
    type: QueryTypes.SELECT,
  });
  return all.map((_sql, index) => row[`v${index}`]);
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
  order: OrderItem[],
): Value<string | null> => ({
  sql: selectSql(model, { where, attributes: [column], order, limit: 1 }),
  read: (stored) => stored as string | null,
});

const [toArray, toRow] = isSqlite
  ? (["json_group_array", "json_array"] as const)
  : (["JSON_ARRAYAGG", "JSON_ARRAY"] as const);

/** The rows of a statement, in any order. Amounts are to be text in it: as numbers they would lose digits. */
export const rowsOfSql = <Row extends object>(
  names: readonly (keyof Row & string)[],
  sql: string,
  cells: readonly string[] = names.map((name) => `\`${name}\``),
): Value<Row[]> => ({
  sql: `SELECT ${toArray}(${toRow}(${cells.join(", ")})) FROM (${sql}) AS found`,
  read: (stored) => {
    // MySQL has a type for it.
    const rows = (typeof stored === "string" ? JSON.parse(stored) : (stored ?? [])) as unknown[][];
    return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])) as Row);
  },
});

type RowsOf<K> = {
  attributes: readonly K[];
  where: WhereOptions;
  /** By attributes that are read, texts by their characters. */
  order?: readonly (readonly [K, "ASC" | "DESC"])[];
  limit?: number;
};

/** The rows of a condition as plain objects, as `findRows` has them. For what stays short. */
export function rowsOf<M extends Model, K extends keyof Attributes<M> & string>(
  model: ModelStatic<M>,
  { attributes, where, order = [], limit }: RowsOf<K>,
): Value<Pick<Attributes<M>, K>[]> {
  type Row = Pick<Attributes<M>, K>;
  const types = model.getAttributes() as Record<string, ModelAttributeColumnOptions>;
  const inner = selectSql(model, {
    where,
    attributes: [...attributes],
    ...(limit === undefined
      ? {}
      : { order: order.map(([name, direction]): [string, string] => [name, direction]), limit }),
  });
  const cells = attributes.map((name) =>
    // An amount, which is a decimal in MySQL, would be a number.
    !isSqlite && isAmount(types[name]?.type) ? `CAST(\`${name}\` AS CHAR)` : `\`${name}\``,
  );
  const { sql, read } = rowsOfSql<Row>(attributes, inner, cells);
  const dates = attributes.filter((name) => types[name]?.type instanceof DataTypes.DATE);
  return {
    sql,
    read: (stored) => {
      const found = read(stored) as Record<string, unknown>[];
      for (const name of dates)
        for (const row of found) if (row[name] !== null) row[name] = toTime(row[name] as string);
      convertRows(model, attributes, found);
      // An array of JSON has no order of its own in MySQL.
      return (order.length > 0 ? found.sort(inOrder(order)) : found) as Row[];
    },
  };
}

const isAmount = (type: unknown) => type instanceof DataTypes.STRING || type instanceof DataTypes.DECIMAL;

type Cell = string | number | Date | null;

/** NULL comes first, as in both dialects. */
const inOrder = (order: readonly (readonly [string, "ASC" | "DESC"])[]) => (one: object, other: object) => {
  for (const [name, direction] of order) {
    const [a = "", b = ""] = [one, other].map((row) => (row as Record<string, Cell>)[name] ?? "");
    const sign = direction === "ASC" ? 1 : -1;
    if (a < b) return -sign;
    if (a > b) return sign;
  }
  return 0;
};

/** Reads a time in JSON: "2026-11-29 18:13:03.381" from MySQL, and with " +00:00" from SQLite. */
export const toTime = (text: string): Date => new Date(isSqlite ? text : `${text.replace(" ", "T")}Z`);

/** The same as instances of the model, with all columns. */
export function modelsOf<M extends Model>(
  model: ModelStatic<M>,
  { where, order = [] }: Pick<RowsOf<keyof Attributes<M> & string>, "where" | "order">,
): Value<M[]> {
  const attributes = Object.keys(model.getAttributes()) as (keyof Attributes<M> & string)[];
  const { sql, read } = rowsOf(model, { attributes, where, order });
  return {
    sql,
    read: (stored) =>
      model.bulkBuild(read(stored) as unknown as M["_creationAttributes"][], {
        raw: true,
        isNewRecord: false,
      }),
  };
}
