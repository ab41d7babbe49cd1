import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0905-create-opt-in-form-platforms", (type) => ({
  name: "optInFormPlatforms",
  columns: {
    formId: `${type.id} NOT NULL`,
    platformId: `${type.id} NOT NULL`,
    position: `${type.integer} NOT NULL`,
  },
  primaryKey: ["formId", "platformId"],
  references: [
    { column: "formId", table: "optInForms", onDelete: "CASCADE" },
    { column: "platformId", table: "platforms", onDelete: "CASCADE" },
  ],
}));
