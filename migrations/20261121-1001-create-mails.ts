import { tableMigration } from "./table.ts";

export default tableMigration("20261121-1001-create-mails", (type) => ({
  name: "mails",
  columns: {
    id: `${type.id} NOT NULL`,
    userId: `${type.id} NULL`,
    kind: `${type.ascii(30)} NOT NULL`,
    toAddress: `${type.text(254)} NOT NULL`,
    replyTo: `${type.text(254)} NULL`,
    // Sealed: some mails hold a link that opens an account.
    props: `${type.longText} NULL`,
    state: `${type.ascii(10)} NOT NULL`,
    dueAt: `${type.time} NOT NULL`,
    leaseToken: `${type.id} NULL`,
    attempts: `${type.integer} NOT NULL`,
    lastError: `${type.text(500)} NULL`,
    createdAt: `${type.time} NOT NULL`,
    sentAt: `${type.time} NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "mails_due", columns: ["state", "dueAt"] },
    { name: "mails_lease", columns: ["leaseToken"] },
    { name: "mails_user", columns: ["userId"] },
  ],
  references: [{ column: "userId", table: "users", onDelete: "SET NULL" }],
}));
