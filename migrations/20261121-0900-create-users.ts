import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0900-create-users", (type) => ({
  name: "users",
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
    subscriptionStatus: `${type.ascii(20)} NOT NULL`,
    subscriptionPlan: `${type.ascii(20)} NOT NULL`,
    subscriptionEndsAt: `${type.time} NULL`,
    phoneNumber: `${type.text(40)} NULL`,
    address: `${type.longText} NULL`,
    notificationPreferences: `${type.longText} NULL`,
    currency: `${type.ascii(3)} NOT NULL`,
    timeZone: `${type.ascii(64)} NOT NULL`,
    theme: `${type.ascii(6)} NOT NULL`,
    createdAt: `${type.time} NOT NULL`,
    updatedAt: `${type.time} NOT NULL`,
  },
  primaryKey: ["id"],
  keys: [
    { name: "users_email", columns: ["emailKey"], isUnique: true },
    { name: "users_username", columns: ["usernameKey"], isUnique: true },
  ],
}));
