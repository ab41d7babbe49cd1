import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/proofs", (type) => ({
  // Not bound to the submissions: a proof outlives the person it is about.
  proofEntries: {
    columns: {
      submissionId: `${type.id} NOT NULL`,
      number: `${type.integer} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      record: `${type.longText} NOT NULL`,
      keyId: `${type.ascii(43)} NOT NULL`,
      signature: `${type.ascii(86)} NOT NULL`,
      salt: `${type.ascii(43)} NULL`,
    },
    primaryKey: ["submissionId", "number"],
    keys: [{ name: "proofEntries_workspace", columns: ["workspaceId", "submissionId"] }],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
}));
