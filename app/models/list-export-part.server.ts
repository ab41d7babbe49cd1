import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { bytes, integer, string } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** About a megabyte of an export's file. */
export class ListExportPart extends Model<
  InferAttributes<ListExportPart>,
  InferCreationAttributes<ListExportPart>
> {
  declare exportId: string;
  declare number: number;
  declare content: Buffer;
}

ListExportPart.init(
  {
    exportId: { ...string(), primaryKey: true },
    number: { ...integer(), primaryKey: true },
    content: bytes(),
  },
  { sequelize, tableName: "listExportParts" },
);
