import {
  DataTypes,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelOptions,
  type ModelStatic,
} from "sequelize";
import { newId } from "#app/lib/ids.ts";
import { sequelize } from "./connection.server.ts";

declare const types: unique symbol;

/** A column with its type: of a row's value, and of what a new row is given. */
export type ModelColumn<Value, CreationValues = Value> = ModelAttributeColumnOptions & {
  readonly [types]?: [Value, CreationValues];
};

// Each call returns a new object, because Sequelize writes into it. Lengths and collations are in the
// migrations.
const required = (type: ModelAttributeColumnOptions["type"]) => ({ type, allowNull: false });
const nullable = (type: ModelAttributeColumnOptions["type"]) => ({ type, allowNull: true });

export const string = <Value extends string = string>(): ModelColumn<Value> => required(DataTypes.STRING);
export const stringOrNull = <Value extends string = string>(): ModelColumn<Value | null> =>
  nullable(DataTypes.STRING);
export const integer = <Value extends number = number>(): ModelColumn<Value> => required(DataTypes.INTEGER);
export const integerOrNull = (): ModelColumn<number | null> => nullable(DataTypes.INTEGER);
/** A decimal, only to sort by: MySQL gives it as text, SQLite as a number. */
export const sortableMoneyOrNull = (): ModelColumn<string | number | null> =>
  nullable(DataTypes.DECIMAL(36, 10));
export const real = (): ModelColumn<number> => required(DataTypes.DOUBLE);
export const boolean = (): ModelColumn<boolean> => required(DataTypes.BOOLEAN);
export const booleanOrNull = <Value extends boolean = boolean>(): ModelColumn<Value | null> =>
  nullable(DataTypes.BOOLEAN);
export const timestamp = (): ModelColumn<Date> => required(DataTypes.DATE(3));
export const timestampOrNull = (): ModelColumn<Date | null> => nullable(DataTypes.DATE(3));
/** At most 16 MB. */
export const bytes = (): ModelColumn<Buffer> => required(DataTypes.BLOB("medium"));

export const primaryKey = <Value>(column: ModelColumn<Value>): ModelColumn<Value> => ({
  ...column,
  primaryKey: true,
});
export const withDefault = <Value>(
  column: ModelColumn<Value>,
  defaultValue: NoInfer<Value> | (() => NoInfer<Value>),
): ModelColumn<Value, Value | undefined> => ({ ...column, defaultValue });

export const id = () => withDefault(primaryKey(string()), newId);

/** The columns of a lease, for tables of work (`leases.server.ts`). */
export const leaseColumns = <State extends string>() => ({
  state: string<State>(),
  dueAt: timestampOrNull(),
  leaseToken: stringOrNull(),
  attemptCount: integer(),
});

/** The column of a row that others decide by (`lock-rows.server.ts`): it counts up where a cluster needs a write. */
export const lockVersion = () => withDefault(integer(), 0);

type Columns = Record<string, ModelColumn<unknown, unknown>>;
type Values<Table extends Columns> = {
  [Name in keyof Table]: Table[Name] extends ModelColumn<infer Value, unknown> ? Value : never;
};
type CreationValues<Table extends Columns> = {
  [Name in keyof Table]: Table[Name] extends ModelColumn<unknown, infer Value> ? Value : never;
};

/**
 * The base class of a table's model; Sequelize's own scopes extend a model in the same way. A new row needs
 * no value for what is nullable or has a default.
 */
export const table = <Table extends Columns>(
  name: string,
  columns: Table,
  options: Pick<ModelOptions, "timestamps" | "createdAt" | "tableName" | "defaultScope"> = {},
): ModelStatic<Model<Values<Table>, CreationValues<Table>> & Values<Table>> =>
  sequelize.define(name, columns, options);
