import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A slug that a workspace's form has or had. The others lead to the current one. */
export class FormSlug extends Model<InferAttributes<FormSlug>, InferCreationAttributes<FormSlug>> {
  declare slug: string;
  declare workspaceId: string;
  declare createdAt: Date;
}

FormSlug.init(
  { slug: { ...string(), primaryKey: true }, workspaceId: string(), createdAt: timestamp() },
  { sequelize, tableName: "formSlugs" },
);
