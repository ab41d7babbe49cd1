import type { FindAttributeOptions, Model, ModelStatic, WhereOptions } from "sequelize";
import { sequelize } from "./connection.server.ts";

/** The SELECT that Sequelize makes of a condition, for use inside another statement. */
export function selectSql(
  model: ModelStatic<Model>,
  options: { where: WhereOptions; attributes: FindAttributeOptions },
): string {
  const generator = sequelize.getQueryInterface().queryGenerator as {
    selectQuery(table: unknown, options: object, model: ModelStatic<Model>): string;
  };
  return generator.selectQuery(model.getTableName(), options, model).replace(/;$/, "");
}
