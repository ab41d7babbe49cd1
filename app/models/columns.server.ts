import { DataTypes, type ModelAttributeColumnOptions } from "sequelize";
import { newId } from "#app/lib/ids.ts";

/** The column kinds that the models share, made anew each time: Sequelize writes into them. Lengths and collations are the migrations' business. */
export const id = (): ModelAttributeColumnOptions => ({
  type: DataTypes.STRING,
  primaryKey: true,
  defaultValue: newId,
});
export const text = (): ModelAttributeColumnOptions => ({ type: DataTypes.STRING, allowNull: false });
export const textOrNull = (): ModelAttributeColumnOptions => ({ type: DataTypes.STRING, allowNull: true });
export const whole = (): ModelAttributeColumnOptions => ({ type: DataTypes.INTEGER, allowNull: false });
export const wholeOrNull = (): ModelAttributeColumnOptions => ({ type: DataTypes.INTEGER, allowNull: true });
export const yesNo = (): ModelAttributeColumnOptions => ({ type: DataTypes.BOOLEAN, allowNull: false });
export const time = (): ModelAttributeColumnOptions => ({ type: DataTypes.DATE(3), allowNull: false });
export const timeOrNull = (): ModelAttributeColumnOptions => ({ type: DataTypes.DATE(3), allowNull: true });
