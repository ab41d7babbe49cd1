import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** When a broker's API said that a client is the partner's no more, null where none has said it. */
export default {
  name: "20261130-1010-clients-that-left",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "brokerClients", { leftAt: `${type.time} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "brokerClients", ["leftAt"]);
  },
} satisfies Migration;
