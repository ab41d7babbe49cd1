import { tableMigration } from "./table.ts";

export default tableMigration("20261121-0910-create-delivery-attempts", (type) => ({
  name: "deliveryAttempts",
  columns: {
    id: `${type.id} NOT NULL`,
    deliveryId: `${type.id} NOT NULL`,
    number: `${type.integer} NOT NULL`,
    at: `${type.time} NOT NULL`,
    durationMs: `${type.integer} NOT NULL`,
    outcome: `${type.ascii(10)} NOT NULL`,
    httpStatus: `${type.integer} NULL`,
    platformCode: `${type.text(40)} NULL`,
    message: `${type.text(500)} NULL`,
    remedy: `${type.text(500)} NULL`,
    traceId: `${type.text(100)} NULL`,
    request: `${type.longText} NULL`,
    response: `${type.longText} NULL`,
  },
  primaryKey: ["id"],
  keys: [{ name: "deliveryAttempts_number", columns: ["deliveryId", "number"], isUnique: true }],
  references: [{ column: "deliveryId", table: "deliveries", onDelete: "CASCADE" }],
}));
