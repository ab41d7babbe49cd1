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
  integer,
  integerOrNull,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { AmountField, ConversionAction, WithoutAmount } from "#app/lib/domain.ts";
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
  declare amountField: CreationOptional<AmountField>;
  declare withoutAmount: CreationOptional<WithoutAmount>;
  /** JSON: the event's name by ad platform, where the owner chose one. */
  declare eventNames: CreationOptional<string | null>;
  /** JSON: the ad platforms that get the form's events; null for all that are connected. */
  declare sendTo: CreationOptional<string | null>;
  /** JSON: the origins whose pages may frame the form. */
  declare frameOrigins: CreationOptional<string | null>;
  /** JSON: what receives the events by ad platform, Meta's aside. */
  declare selectedAssets: CreationOptional<string | null>;
  declare pendingRetentionDays: CreationOptional<number | null>;
  declare handledRetentionDays: CreationOptional<number | null>;
  /** Where most visitors are: the preset of the phone's country. */
  declare phoneCountry: CreationOptional<string | null>;
  /** Whether the form's order of platforms differs from the owner's, and no longer follows it. */
  declare hasOwnOrder: CreationOptional<boolean>;
  declare consentText: string;
  declare consentVersion: CreationOptional<number>;
  declare allowRepeat: boolean;
  declare successMessage: string | null;
  declare redirectUrl: CreationOptional<string | null>;
  declare facebookPixelId: CreationOptional<string | null>;
  /** Counts the saves, so that of two windows the second is told. */
  declare version: CreationOptional<number>;
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
    amountField: { ...string(), defaultValue: "optional" },
    withoutAmount: { ...string(), defaultValue: "lead" },
    eventNames: stringOrNull(),
    sendTo: stringOrNull(),
    frameOrigins: stringOrNull(),
    selectedAssets: stringOrNull(),
    pendingRetentionDays: integerOrNull(),
    handledRetentionDays: integerOrNull(),
    phoneCountry: stringOrNull(),
    hasOwnOrder: { ...boolean(), defaultValue: false },
    consentText: string(),
    consentVersion: { ...integer(), defaultValue: 1 },
    allowRepeat: boolean(),
    successMessage: stringOrNull(),
    redirectUrl: stringOrNull(),
    facebookPixelId: stringOrNull(),
    version: { ...integer(), defaultValue: 1 },
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { sequelize, tableName: "optInForms" },
);
