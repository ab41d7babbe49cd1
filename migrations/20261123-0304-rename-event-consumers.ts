import type { Migration } from "./table.ts";

const EARLIER = {
  "connection.refused": "refused-connection-email",
  "connection.failing": "failing-connection-email",
  "deliveries.expiring": "expiry-warning-email",
};
const NAME = "connection-notifications";

/** The three consumers that sent emails are one that notifies: what they had still to do is its work. */
const migration: Migration = {
  name: "20261123-0304-rename-event-consumers",
  async up({ sequelize }) {
    await sequelize.query("UPDATE eventConsumptions SET consumer = :name WHERE consumer IN (:earlier)", {
      replacements: { name: NAME, earlier: Object.values(EARLIER) },
    });
  },
  async down({ sequelize }) {
    for (const [type, consumer] of Object.entries(EARLIER))
      await sequelize.query(
        "UPDATE eventConsumptions SET consumer = :consumer WHERE consumer = :name AND eventId IN (SELECT id FROM domainEvents WHERE type = :type)",
        { replacements: { consumer, name: NAME, type } },
      );
  },
};

export default migration;
