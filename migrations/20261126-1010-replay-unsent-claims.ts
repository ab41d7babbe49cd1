import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** A replay may be of failed events alone, or of verified claims that an ad platform never got. */
export default {
  name: "20261126-1010-replay-unsent-claims",
  async up(queryInterface) {
    await addColumns(queryInterface, "replays", { only: `${columnTypes(queryInterface).ascii(10)} NULL` });
  },
  async down(queryInterface) {
    await dropColumns(queryInterface, "replays", ["only"]);
  },
} satisfies Migration;
