import { tableMigration } from "./table.ts";

export default tableMigration("20261123-0203-create-job-runs", (type) => ({
  name: "jobRuns",
  columns: {
    name: `${type.ascii(60)} NOT NULL`,
    startedAt: `${type.time} NOT NULL`,
    durationMs: `${type.integer} NOT NULL`,
    /** The name of the last run's error; null if it went well. */
    error: `${type.ascii(100)} NULL`,
    lastSuccessAt: `${type.time} NULL`,
  },
  primaryKey: ["name"],
}));
