import {
  type FindAttributeOptions,
  literal,
  type Model,
  type ModelStatic,
  Op,
  type OrderItem,
  type WhereOptions,
} from "sequelize";
import { sequelize } from "./connection.server.ts";

type Select = {
  where: WhereOptions;
  attributes: FindAttributeOptions;
  group?: string[];
  order?: OrderItem[];
  limit?: number;
};

/** The SELECT of a Sequelize condition, for use inside another statement. */
export function selectSql(model: ModelStatic<Model>, options: Select): string {
  const generator = sequelize.getQueryInterface().queryGenerator as {
    selectQuery(table: unknown, options: object, model: ModelStatic<Model>): string;
  };
  // Several models may be of one table, each with the rows of its scope.
  const scope = model.options.defaultScope?.where ?? {};
  const where = { [Op.and]: [scope, options.where] };
  // Sequelize writes into each item, and orders are shared.
  const order = options.order?.map((item) => (Array.isArray(item) ? [...item] : item));
  const select = { ...options, where, ...(order && { order }) };
  return generator.selectQuery(model.getTableName(), select, model).replace(/;$/, "");
}

/** The same as the value of `Op.in` or `Op.notIn`. */
export const subquery = (model: ModelStatic<Model>, options: Select) =>
  literal(`(${selectSql(model, options)})`);
