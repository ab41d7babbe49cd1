import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { boolean, id, string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A list of claims with its filters under a name. */
export class SavedView extends Model<InferAttributes<SavedView>, InferCreationAttributes<SavedView>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare userId: string;
  declare name: string;
  /** The query string of the list. */
  declare query: string;
  declare isShared: boolean;
  declare createdAt: Date;
}

SavedView.init(
  {
    id: id(),
    workspaceId: string(),
    userId: string(),
    name: string(),
    query: string(),
    isShared: boolean(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "savedViews" },
);
