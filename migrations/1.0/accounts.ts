import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/accounts", (type) => ({
  users: {
    columns: {
      id: `${type.id} NOT NULL`,
      email: `${type.text(254)} NOT NULL`,
      emailKey: `${type.exact(254)} NOT NULL`,
      emailVerifiedAt: `${type.time} NULL`,
      username: `${type.text(30)} NOT NULL`,
      usernameKey: `${type.ascii(30)} NOT NULL`,
      name: `${type.text(100)} NOT NULL`,
      passwordHash: `${type.ascii(255)} NULL`,
      role: `${type.ascii(12)} NOT NULL`,
      isActive: `${type.boolean} NOT NULL`,
      phoneNumber: `${type.text(40)} NULL`,
      address: `${type.longText} NULL`,
      notificationPreferences: `${type.longText} NULL`,
      reviewPreferences: `${type.text(200)} NULL`,
      theme: `${type.ascii(6)} NOT NULL`,
      deleteRequestedAt: `${type.time} NULL`,
      createdAt: `${type.time} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "users_email", columns: ["emailKey"], isUnique: true },
      { name: "users_username", columns: ["usernameKey"], isUnique: true },
      { name: "users_delete_requested", columns: ["deleteRequestedAt"] },
      { name: "users_created", columns: ["createdAt"] },
    ],
  },
  // An account at a sign-in provider.
  identities: {
    columns: {
      id: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      provider: `${type.ascii(20)} NOT NULL`,
      issuer: `${type.exact(255)} NOT NULL`,
      subject: `${type.exact(255)} NOT NULL`,
      email: `${type.text(254)} NULL`,
      createdAt: `${type.time} NOT NULL`,
      lastUsedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "identities_subject", columns: ["issuer", "subject"], isUnique: true },
      { name: "identities_user", columns: ["userId"] },
    ],
    references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
  },
  // Two-factor: an app's secret per account, and the codes that stand in for it.
  authenticators: {
    columns: {
      userId: `${type.id} NOT NULL`,
      secret: `${type.longText} NOT NULL`,
      confirmedAt: `${type.time} NULL`,
      lastStep: `${type.integer} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["userId"],
    references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
  },
  recoveryCodes: {
    columns: {
      id: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      codeHash: `${type.ascii(64)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      usedAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [{ name: "recoveryCodes_code", columns: ["userId", "codeHash"], isUnique: true }],
    references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
  },
  // Links in emails, each for one purpose and once.
  accountTokens: {
    columns: {
      id: `${type.id} NOT NULL`,
      userId: `${type.id} NOT NULL`,
      purpose: `${type.ascii(20)} NOT NULL`,
      tokenHash: `${type.ascii(64)} NOT NULL`,
      email: `${type.text(254)} NULL`,
      createdAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
      usedAt: `${type.time} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "accountTokens_token", columns: ["tokenHash"], isUnique: true },
      { name: "accountTokens_user", columns: ["userId", "purpose"] },
      { name: "accountTokens_expiry", columns: ["expiresAt"] },
    ],
    references: [{ column: "userId", table: "users", onDelete: "CASCADE" }],
  },
  // Registrations with an email that has an account already: decoys.
  heldRegistrations: {
    columns: {
      id: `${type.id} NOT NULL`,
      email: `${type.text(254)} NOT NULL`,
      emailKey: `${type.exact(254)} NOT NULL`,
      usernameKey: `${type.ascii(64)} NOT NULL`,
      passwordHash: `${type.ascii(64)} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      expiresAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "heldRegistrations_username", columns: ["usernameKey"], isUnique: true },
      { name: "heldRegistrations_email", columns: ["emailKey"] },
      { name: "heldRegistrations_expiry", columns: ["expiresAt"] },
    ],
  },
}));
