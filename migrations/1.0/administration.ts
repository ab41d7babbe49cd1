import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/administration", (type) => ({
  contactMessages: {
    columns: {
      id: `${type.id} NOT NULL`,
      name: `${type.text(100)} NOT NULL`,
      email: `${type.text(254)} NOT NULL`,
      company: `${type.text(100)} NULL`,
      subject: `${type.ascii(20)} NOT NULL`,
      message: `${type.longText} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
      handledAt: `${type.time} NULL`,
      handledBy: `${type.text(100)} NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "contactMessages_created", columns: ["createdAt"] },
      { name: "contactMessages_handled", columns: ["handledAt", "createdAt"] },
    ],
  },
  // Without references: an entry outlives the accounts that it names.
  auditEntries: {
    columns: {
      id: `${type.id} NOT NULL`,
      action: `${type.ascii(40)} NOT NULL`,
      actorUserId: `${type.id} NULL`,
      actorName: `${type.text(100)} NOT NULL`,
      targetUserId: `${type.id} NULL`,
      targetName: `${type.text(100)} NULL`,
      detail: `${type.text(255)} NULL`,
      ip: `${type.ascii(45)} NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "auditEntries_created", columns: ["createdAt"] },
      { name: "auditEntries_target", columns: ["targetUserId", "createdAt"] },
    ],
  },
  // The last run of each job.
  jobRuns: {
    columns: {
      name: `${type.ascii(60)} NOT NULL`,
      startedAt: `${type.time} NOT NULL`,
      durationMs: `${type.integer} NOT NULL`,
      // The name of the last run's error; null if it went well.
      error: `${type.ascii(100)} NULL`,
      lastSuccessAt: `${type.time} NULL`,
    },
    primaryKey: ["name"],
  },
}));
