import { dropIndex, hasIndex, type Migration } from "./table.ts";

const SOURCE = {
  name: "submissions_newest_by_source",
  columns: ["workspaceId", "source", "createdAt", "id"],
};
const WITH_BROKER = {
  name: "submissions_newest_by_source_with_broker",
  columns: [...SOURCE.columns, "platformId"],
};

/**
 * Claims of a source and a broker are counted by the index of sources alone. It begins as the one that it replaces,
 * which the version before needs no longer either.
 */
export default {
  name: "20261126-2310-source-and-broker",
  up: (queryInterface) => replaceIndex(queryInterface, SOURCE, WITH_BROKER),
  down: (queryInterface) => replaceIndex(queryInterface, WITH_BROKER, SOURCE),
} satisfies Migration;

async function replaceIndex(
  queryInterface: Parameters<Migration["up"]>[0],
  before: typeof SOURCE,
  after: typeof SOURCE,
): Promise<void> {
  if (!(await hasIndex(queryInterface, "submissions", after.name)))
    await queryInterface.addIndex("submissions", after.columns, { name: after.name });
  await dropIndex(queryInterface, "submissions", before.name);
}
