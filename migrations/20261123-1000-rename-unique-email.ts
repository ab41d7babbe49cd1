import { type Migration, renameColumns } from "./table.ts";

/** The email of a form that takes each only once. */
const migration: Migration = {
  name: "20261123-1000-rename-unique-email",
  up: (queryInterface) => renameColumns(queryInterface, "submissions", { onceEmail: "uniqueEmail" }),
  down: (queryInterface) => renameColumns(queryInterface, "submissions", { uniqueEmail: "onceEmail" }),
};

export default migration;
