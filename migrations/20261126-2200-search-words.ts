import { tablesMigration } from "./table.ts";

/** The words that claims are found by. A job fills them for the claims that are there. */
export default tablesMigration("20261126-2200-search-words", (type) => ({
  searchWords: {
    columns: {
      workspaceId: `${type.id} NOT NULL`,
      word: `${type.exact(100)} NOT NULL`,
      submissionId: `${type.id} NOT NULL`,
    },
    primaryKey: ["workspaceId", "word", "submissionId"],
    keys: [{ name: "searchWords_submission", columns: ["submissionId", "word"] }],
    references: [{ column: "submissionId", table: "submissions", onDelete: "CASCADE" }],
  },
  // Every claim up to the id has its words.
  searchProgress: {
    columns: { name: `${type.ascii(20)} NOT NULL`, submissionId: `${type.id} NOT NULL` },
    primaryKey: ["name"],
  },
}));
