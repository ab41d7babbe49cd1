import { type Model, type ModelStatic, QueryTypes } from "sequelize";
import { sequelize } from "./connection.server.ts";
import { convertRows } from "./rows.server.ts";

type Models = Record<string, ModelStatic<Model>>;
type Joined<M extends Models> = { [Alias in keyof M]: InstanceType<M[Alias]> };

/**
 * Makes a read of joined tables, whose rows come as one instance of each model. Its statement is written once;
 * `include` writes it each time and looks for the parts of each row in all rows before.
 * @param models by the aliases in `from`
 */
export function createJoinedRead<M extends Models>(models: M, from: string) {
  const parts = Object.entries(models).map(([alias, model]) => {
    const names = Object.keys(model.getAttributes());
    return { alias, model, names, keys: names.map((name) => `${alias}_${name}`) };
  });
  const columns = parts.flatMap(({ alias, names, keys }) =>
    names.map((name, index) => `${alias}.\`${name}\` AS ${keys[index]}`),
  );
  const select = `SELECT ${columns.join(", ")} FROM ${from} WHERE `;

  return async (where: string): Promise<Joined<M>[]> => {
    const rows = await sequelize.query<Record<string, unknown>>(select + where, { type: QueryTypes.SELECT });
    const byAlias = parts.map(({ alias, model, names, keys }) => {
      const values = rows.map((row) =>
        Object.fromEntries(names.map((name, index) => [name, row[keys[index] as string]])),
      );
      convertRows(model, names, values);
      return [alias, model.bulkBuild(values, { raw: true, isNewRecord: false })] as const;
    });
    return rows.map(
      (_row, index) =>
        Object.fromEntries(byAlias.map(([alias, instances]) => [alias, instances[index]])) as Joined<M>,
    );
  };
}
