import { addColumns, columnTypes, createTable, dropColumns, dropTable, type Migration } from "./table.ts";

/** The notifications that a browser has yet to be told of. Those that wait are found by their time for one version. */
export default {
  name: "20261129-0810-push-marks",
  async up(queryInterface) {
    const { id, integer } = columnTypes(queryInterface);
    await addColumns(queryInterface, "pushSubscriptions", { version: `${integer} NOT NULL DEFAULT 0` });
    await createTable(queryInterface, {
      name: "pushMarks",
      columns: {
        subscriptionId: `${id} NOT NULL`,
        notificationId: `${id} NOT NULL`,
        token: `${id} NOT NULL`,
      },
      primaryKey: ["subscriptionId", "notificationId"],
      keys: [{ name: "pushMarks_notification", columns: ["notificationId"] }],
      references: [
        { column: "subscriptionId", table: "pushSubscriptions", onDelete: "CASCADE" },
        { column: "notificationId", table: "notifications", onDelete: "CASCADE" },
      ],
    });
  },
  async down(queryInterface) {
    await dropTable(queryInterface, "pushMarks");
    await dropColumns(queryInterface, "pushSubscriptions", ["version"]);
  },
} satisfies Migration;
