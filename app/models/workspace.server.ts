import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { boolean, id, string, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** The owner of the product's data. Each account has one; others may be members of it. */
export class Workspace extends Model<InferAttributes<Workspace>, InferCreationAttributes<Workspace>> {
  declare id: CreationOptional<string>;
  declare name: string;
  declare timeZone: string;
  declare currency: string;
  declare subscriptionStatus: string;
  declare subscriptionPlan: string;
  declare subscriptionEndsAt: CreationOptional<Date | null>;
  /** When the time zone changed, while its totals are still counted in the previous one. */
  declare zoneChangedAt: CreationOptional<Date | null>;
  /** When the currency or the rates changed, until the job has converted the claims' amounts again. */
  declare amountsChangedAt: CreationOptional<Date | null>;
  /** Whether made-up claims are shown while there are none. */
  declare showsSamples: CreationOptional<boolean>;
  /** When its deletion was requested: a job erases its data. */
  declare deleteRequestedAt: CreationOptional<Date | null>;
  declare createdAt: Date;
  declare updatedAt: Date;
}

Workspace.init(
  {
    id: id(),
    name: string(),
    timeZone: string(),
    currency: string(),
    subscriptionStatus: string(),
    subscriptionPlan: string(),
    subscriptionEndsAt: timestampOrNull(),
    zoneChangedAt: timestampOrNull(),
    amountsChangedAt: timestampOrNull(),
    showsSamples: { ...boolean(), defaultValue: false },
    deleteRequestedAt: timestampOrNull(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { sequelize, tableName: "workspaces" },
);
