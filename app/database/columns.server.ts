import { DataTypes, type ModelAttributeColumnOptions } from "sequelize";
import { newId } from "#app/lib/ids.ts";

/**
 * The models' column types. Each call returns a new object, because Sequelize writes into it.
 * Lengths and collations are in the migrations.
 */
export const id = (): ModelAttributeColumnOptions => ({
  type: DataTypes.STRING,
  primaryKey: true,
  defaultValue: newId,
});
export const string = (): ModelAttributeColumnOptions => ({ type: DataTypes.STRING, allowNull: false });
export const stringOrNull = (): ModelAttributeColumnOptions => ({ type: DataTypes.STRING, allowNull: true });
export const integer = (): ModelAttributeColumnOptions => ({ type: DataTypes.INTEGER, allowNull: false });
export const integerOrNull = (): ModelAttributeColumnOptions => ({
  type: DataTypes.INTEGER,
  allowNull: true,
});
/** A float, only to sort by. */
export const numberOrNull = (): ModelAttributeColumnOptions => ({ type: DataTypes.DOUBLE, allowNull: true });
export const boolean = (): ModelAttributeColumnOptions => ({ type: DataTypes.BOOLEAN, allowNull: false });
export const booleanOrNull = (): ModelAttributeColumnOptions => ({
  type: DataTypes.BOOLEAN,
  allowNull: true,
});
export const timestamp = (): ModelAttributeColumnOptions => ({ type: DataTypes.DATE(3), allowNull: false });
export const timestampOrNull = (): ModelAttributeColumnOptions => ({
  type: DataTypes.DATE(3),
  allowNull: true,
});
/** At most 16 MB. */
export const bytes = (): ModelAttributeColumnOptions => ({
  type: DataTypes.BLOB("medium"),
  allowNull: false,
});
/** Of a table whose rows are work, for `leases.server.ts`. */
export const leaseColumns = () => ({
  state: string(),
  dueAt: timestampOrNull(),
  leaseToken: stringOrNull(),
  attemptCount: integer(),
});
