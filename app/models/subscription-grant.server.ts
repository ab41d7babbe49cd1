import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, stringOrNull, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { PlanId } from "#app/lib/plans.ts";

/** A plan that an administrator granted by hand, with what was paid for it. */
export class SubscriptionGrant extends Model<
  InferAttributes<SubscriptionGrant>,
  InferCreationAttributes<SubscriptionGrant>
> {
  declare id: CreationOptional<string>;
  declare workspaceId: string | null;
  declare plan: PlanId;
  declare amount: string;
  declare currency: string;
  declare createdAt: Date;
  declare endsAt: Date | null;
  declare endedAt: CreationOptional<Date | null>;
  /** The workspace while the grant holds: one has one at most. */
  declare openIn: string | null;
}

SubscriptionGrant.init(
  {
    id: id(),
    workspaceId: stringOrNull(),
    plan: string(),
    amount: string(),
    currency: string(),
    createdAt: timestamp(),
    endsAt: timestampOrNull(),
    endedAt: timestampOrNull(),
    openIn: stringOrNull(),
  },
  { sequelize, tableName: "subscriptionGrants" },
);
