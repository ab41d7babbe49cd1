import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/mails", (type) => ({
  mails: {
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
      attemptCount: `${type.integer} NOT NULL`,
      lastError: `${type.text(500)} NULL`,
      createdAt: `${type.time} NOT NULL`,
      sentAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "mails_due", columns: ["state", "dueAt"] },
      { name: "mails_lease", columns: ["leaseToken"] },
      { name: "mails_user", columns: ["userId"] },
      { name: "mails_created", columns: ["createdAt"] },
    ],
    references: [{ column: "userId", table: "users", onDelete: "SET NULL" }],
  },
}));
