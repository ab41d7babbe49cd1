import { tableMigration } from "./table.ts";

export default tableMigration("20261121-1400-create-held-registrations", (type) => ({
  name: "heldRegistrations",
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
}));
