import { tableMigration } from "./table.ts";

export default tableMigration("20261122-2100-create-contact-messages", (type) => ({
  name: "contactMessages",
  columns: {
    id: `${type.id} NOT NULL`,
    name: `${type.text(100)} NOT NULL`,
    email: `${type.text(254)} NOT NULL`,
    company: `${type.text(100)} NULL`,
    subject: `${type.ascii(20)} NOT NULL`,
    message: `${type.longText} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [{ name: "contactMessages_created", columns: ["createdAt"] }],
}));
