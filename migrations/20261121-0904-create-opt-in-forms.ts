import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0904-create-opt-in-forms", (type) => ({
  name: "optInForms",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NOT NULL`,
    slug: `${type.ascii(50)} NOT NULL`,
    isActive: `${type.boolean} NOT NULL`,
    deletedAt: `${type.time} NULL`,
    logo: `${type.text(512)} NULL`,
    ownerName: `${type.text(100)} NOT NULL`,
    title: `${type.text(120)} NOT NULL`,
    introduction: `${type.text(600)} NULL`,
    action: `${type.ascii(12)} NOT NULL`,
    eventName: `${type.ascii(50)} NULL`,
    askAmount: `${type.boolean} NOT NULL`,
    consentText: `${type.text(1000)} NOT NULL`,
    allowRepeat: `${type.boolean} NOT NULL`,
    successMessage: `${type.text(1000)} NULL`,
    redirectUrl: `${type.text(2048)} NULL`,
    facebookPixelId: `${type.ascii(36)} NULL`,
    createdAt: `${type.time} NOT NULL`,
    updatedAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "optInForms_owner", columns: ["userId"], isUnique: true },
    { name: "optInForms_slug", columns: ["slug"], isUnique: true },
  ],
  references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
}));
