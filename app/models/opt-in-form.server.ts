import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import {
  boolean,
  id,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { ConversionAction } from "#app/lib/domain.ts";
import type { Workspace } from "./workspace.server.ts";

export class OptInForm extends Model<InferAttributes<OptInForm>, InferCreationAttributes<OptInForm>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare slug: string;
  declare isActive: boolean;
  declare deletedAt: CreationOptional<Date | null>;
  declare logo: CreationOptional<string | null>;
  declare ownerName: string;
  declare title: string;
  declare introduction: string | null;
  declare action: ConversionAction;
  declare eventName: CreationOptional<string | null>;
  declare askAmount: boolean;
  declare consentText: string;
  declare allowRepeat: boolean;
  declare successMessage: string | null;
  declare redirectUrl: CreationOptional<string | null>;
  declare facebookPixelId: CreationOptional<string | null>;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare workspace?: NonAttribute<Workspace>;
}

OptInForm.init(
  {
    id: id(),
    workspaceId: string(),
    slug: string(),
    isActive: boolean(),
    deletedAt: timestampOrNull(),
    logo: stringOrNull(),
    ownerName: string(),
    title: string(),
    introduction: stringOrNull(),
    action: string(),
    eventName: stringOrNull(),
    askAmount: boolean(),
    consentText: string(),
    allowRepeat: boolean(),
    successMessage: stringOrNull(),
    redirectUrl: stringOrNull(),
    facebookPixelId: stringOrNull(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { sequelize, tableName: "optInForms" },
);
