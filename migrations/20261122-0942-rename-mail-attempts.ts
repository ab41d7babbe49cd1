import { type Migration, renameColumns } from "./table.ts";

/** All leased tables count their claims in `attemptCount`. */
const migration: Migration = {
  name: "20261122-0942-rename-mail-attempts",
  up: (queryInterface) => renameColumns(queryInterface, "mails", { attempts: "attemptCount" }),
  down: (queryInterface) => renameColumns(queryInterface, "mails", { attemptCount: "attempts" }),
};

export default migration;
