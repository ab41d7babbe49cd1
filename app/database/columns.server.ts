import { DataTypes, type Model, type ModelAttributeColumnOptions, type ModelStatic } from "sequelize";
import { newId } from "#app/lib/ids.ts";
import { sequelize } from "./connection.server.ts";

declare const types: unique symbol;

/** A column with its type: of a row's value, and of what a new row is given. */
export type Column<Value, CreationValues = Value> = ModelAttributeColumnOptions & {
  readonly [types]?: [Value, CreationValues];
};

// Each call returns a new object, because Sequelize writes into it. Lengths and collations are in the
// migrations.
const required = (type: ModelAttributeColumnOptions["type"]) => ({ type, allowNull: false });
const nullable = (type: ModelAttributeColumnOptions["type"]) => ({ type, allowNull: true });

export const string = <Value extends string = string>(): Column<Value> => required(DataTypes.STRING);
export const stringOrNull = <Value extends string = string>(): Column<Value | null> =>
  nullable(DataTypes.STRING);
export const integer = (): Column<number> => required(DataTypes.INTEGER);
export const integerOrNull = (): Column<number | null> => nullable(DataTypes.INTEGER);
/** A float, only to sort by. */
export const numberOrNull = (): Column<number | null> => nullable(DataTypes.DOUBLE);
export const boolean = (): Column<boolean> => required(DataTypes.BOOLEAN);
export const booleanOrNull = <Value extends boolean = boolean>(): Column<Value | null> =>
  nullable(DataTypes.BOOLEAN);
export const timestamp = (): Column<Date> => required(DataTypes.DATE(3));
export const timestampOrNull = (): Column<Date | null> => nullable(DataTypes.DATE(3));
/** At most 16 MB. */
export const bytes = (): Column<Buffer> => required(DataTypes.BLOB("medium"));

export const primaryKey = <Value>(column: Column<Value>): Column<Value> => ({ ...column, primaryKey: true });
export const withDefault = <Value>(
  column: Column<Value>,
  defaultValue: NoInfer<Value> | (() => NoInfer<Value>),
): Column<Value, Value | undefined> => ({ ...column, defaultValue });

export const id = () => withDefault(primaryKey(string()), newId);

/** Of a table whose rows are work, for `leases.server.ts`. */
export const leaseColumns = <State extends string>() => ({
  state: string<State>(),
  dueAt: timestampOrNull(),
  leaseToken: stringOrNull(),
  attemptCount: integer(),
});

type Columns = Record<string, Column<unknown, unknown>>;
type Values<Table extends Columns> = {
  [Name in keyof Table]: Table[Name] extends Column<infer Value, unknown> ? Value : never;
};
type CreationValues<Table extends Columns> = {
  [Name in keyof Table]: Table[Name] extends Column<unknown, infer Value> ? Value : never;
};

/**
 * The base class of a table's model; Sequelize's own scopes extend a model in the same way. A new row needs
 * no value for what is nullable or has a default.
 */
export const table = <Table extends Columns>(
  name: string,
  columns: Table,
): ModelStatic<Model<Values<Table>, CreationValues<Table>> & Values<Table>> =>
  sequelize.define(name, columns);
