import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** Something that happened, written in the transaction of the change. `payload` is JSON. */
export class DomainEvent extends Model<InferAttributes<DomainEvent>, InferCreationAttributes<DomainEvent>> {
  declare id: string;
  declare workspaceId: string;
  declare type: string;
  declare subjectId: string;
  declare payload: string;
  declare createdAt: Date;
}

DomainEvent.init(
  {
    id: id(),
    workspaceId: string(),
    type: string(),
    subjectId: string(),
    payload: string(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "domainEvents" },
);
