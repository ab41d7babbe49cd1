import {
  type Attributes,
  DataTypes,
  type FindOptions,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelStatic,
} from "sequelize";

type Options<M extends Model, K extends keyof Attributes<M>> = Omit<
  FindOptions<Attributes<M>>,
  "attributes" | "include" | "raw"
> & { attributes: readonly K[] };

/** Rows as plain objects. To make a model's instance of each costs several times as much. */
export async function findRows<M extends Model, K extends keyof Attributes<M> & string>(
  model: ModelStatic<M>,
  { attributes, ...options }: Options<M, K>,
): Promise<Pick<Attributes<M>, K>[]> {
  const found = await model.findAll({
    ...(options as FindOptions<Attributes<M>>),
    attributes: [...attributes],
    raw: true,
  });
  const rows = found as unknown as Record<string, unknown>[];
  convertRows(model, attributes, rows);
  return rows as Pick<Attributes<M>, K>[];
}

/** Converts the types that SQLite, and for booleans MySQL, give back as others. */
export function convertRows(
  model: ModelStatic<Model>,
  names: readonly string[],
  rows: Record<string, unknown>[],
): void {
  const attributes = model.getAttributes() as Record<string, ModelAttributeColumnOptions>;
  for (const name of names) {
    const type = attributes[name]?.type;
    if (type instanceof DataTypes.DATE)
      for (const row of rows) if (typeof row[name] === "string") row[name] = new Date(row[name]);
    if (type instanceof DataTypes.BOOLEAN)
      for (const row of rows) if (row[name] !== null) row[name] = Boolean(row[name]);
  }
}
