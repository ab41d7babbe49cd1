import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, text, time } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";

/** A registration with an address that has an account. For a day it looks from outside like one that waits for its address. */
export class HeldRegistration extends Model<
  InferAttributes<HeldRegistration>,
  InferCreationAttributes<HeldRegistration>
> {
  declare id: CreationOptional<string>;
  /** As it was typed. */
  declare email: string;
  declare emailKey: string;
  declare usernameKey: string;
  /** A keyed digest: worth nothing without the server's secret, and compared in no time. */
  declare passwordHash: string;
  declare createdAt: Date;
  declare expiresAt: Date;
}

HeldRegistration.init(
  {
    id: id(),
    email: text(),
    emailKey: text(),
    usernameKey: text(),
    passwordHash: text(),
    createdAt: time(),
    expiresAt: time(),
  },
  { sequelize, tableName: "heldRegistrations" },
);
