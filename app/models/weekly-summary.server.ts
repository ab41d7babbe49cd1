import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A week of which a workspace got its summary, by its Monday. Its key lets one process send it. */
export class WeeklySummary extends Model<
  InferAttributes<WeeklySummary>,
  InferCreationAttributes<WeeklySummary>
> {
  declare workspaceId: string;
  declare week: string;
  declare createdAt: Date;
}

WeeklySummary.init(
  {
    workspaceId: { ...string(), primaryKey: true },
    week: { ...string(), primaryKey: true },
    createdAt: timestamp(),
  },
  { sequelize, tableName: "weeklySummaries" },
);
