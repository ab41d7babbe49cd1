import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

/** Why a submission was decided as it is, and by whom. */
const migration: Migration = {
  name: "20261122-2300-add-decision-reasons",
  up(queryInterface) {
    const type = columnTypes(queryInterface);
    return addColumns(queryInterface, "submissions", {
      decisionReason: `${type.ascii(20)} NULL`,
      decisionReasonText: `${type.text(500)} NULL`,
      showsReason: `${type.boolean} NULL`,
      decisionNote: `${type.text(2000)} NULL`,
      decidedByUserId: `${type.id} NULL`,
    });
  },
  down: (queryInterface) =>
    dropColumns(queryInterface, "submissions", [
      "decisionReason",
      "decisionReasonText",
      "showsReason",
      "decisionNote",
      "decidedByUserId",
    ]),
};

export default migration;
