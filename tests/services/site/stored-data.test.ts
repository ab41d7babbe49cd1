import { expect, test } from "vitest";
import { storedData } from "#app/components/site/stored-data.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** Where the privacy policy describes each table. */
const TABLES: Record<string, string[]> = {
  Account: ["users"],
  "Workspace and members": ["workspaces", "workspaceMembers"],
  Invitations: ["workspaceInvitations"],
  Visits: ["workspaceMembers"],
  "Sign-in methods": ["identities", "authenticators", "recoveryCodes", "accountTokens"],
  "Sessions and devices": ["sessions", "knownDevices"],
  "API keys": ["apiKeys"],
  "Form settings, brokers, tiers": [
    "links",
    "optInForms",
    "optInFormPlatforms",
    "formSlugs",
    "pastConsentTexts",
    "logos",
    "platforms",
    "brokerContracts",
    "commissionTiers",
    "ownRates",
  ],
  "Statements of brokers": [
    "imports",
    "importParts",
    "statementRows",
    "statementMatches",
    "statementEvidence",
    "evidence",
    "statementReadings",
    "rememberedColumns",
    "knownAccounts",
    "statementErasures",
    "statementKeys",
    "laterClaims",
    "reversals",
    "paidCommissions",
    "uploadParts",
  ],
  "What brokers call back and answer": ["brokerRows", "matchingKeys", "matchingMarks", "runningStatements"],
  "What clients do at brokers": ["clientFacts", "claimClients", "brokerWorths", "claimWorths", "worthMonths"],
  "Calls of brokers": ["postbacks", "postbackSights", "postbackAddresses", "refusedPostbacks"],
  "Rules that verify claims": ["verificationRules", "ruleDecisions"],
  "Brokers’ APIs": ["brokerConnections", "brokerQuestions", "brokerClients", "brokerShapes"],
  "Spend on ads": [
    "spendAccounts",
    "rememberedSpendColumns",
    "adObjects",
    "spendReports",
    "spendMarks",
    "spendRows",
    "spendLimits",
    "spendWarnings",
  ],
  "Ad platform connections": ["connections", "pendingConnections", "adPlatformPaces"],
  "Links to brokers": ["brokerLinks", "linkClicks", "clickDeposits"],
  Telegram: [
    "telegramBots",
    "telegramUpdates",
    "telegramMessages",
    "telegramStarts",
    "telegramConversations",
    "telegramClaims",
    "telegramDoors",
    "telegramEntries",
    "telegramDeskChats",
    "telegramDeskMarks",
    "telegramDeskClaims",
    "telegramDeskCodes",
  ],
  Claims: ["submissions", "corrections", "commissions", "searchWords"],
  Deliveries: ["deliveries", "deliveryAttempts"],
  Proofs: ["proofEntries"],
  "Decisions of many claims": ["bulkJobs", "bulkJobItems"],
  "Events sent again": ["replays"],
  Totals: [
    "submissionTotals",
    "breakdownTotals",
    "monthTotals",
    "viewTotals",
    "commissionTotals",
    "viewBreakdownTotals",
    "countedMonths",
    "monthCounts",
    "dayMarks",
    "claimOrigins",
    "claimMoney",
    "spendMoney",
    "counts",
  ],
  "Saved views": ["savedViews"],
  "Exports of many claims": ["listExports", "listExportParts"],
  "Domain events": ["domainEvents", "eventConsumptions"],
  Notifications: ["notifications", "weeklySummaries"],
  "Push subscriptions": ["pushSubscriptions", "pushMarks"],
  News: ["newsFeeds", "newsItems", "newsAnnouncements"],
  "Emails we send": ["mails"],
  "Contact messages": ["contactMessages"],
  "Plans granted": ["subscriptionGrants"],
  "Support access": ["supportAccesses"],
  "Audit log": ["auditEntries"],
  "Job runs": ["jobRuns"],
  "Registrations with a known email": ["heldRegistrations"],
  "Limits and one-time sign-ins": ["limitCounts", "usedAuthorizations"],
};
/**
 * Hosts of brokers, names of what changed, how the mail server works, rates of a bank, and what the
 * migrations themselves need.
 */
const IMPERSONAL = [
  "linkHosts",
  "changes",
  "channels",
  "exchangeRates",
  "rateSources",
  "searchProgress",
  "locks",
  "SequelizeMeta",
];

test("the privacy policy describes every table of the database", async () => {
  const rows = storedData(90).rows.map(([data]) => data);
  expect(Object.keys(TABLES).sort()).toEqual(rows.filter((data) => data !== "Server log").sort());
  const found = (await sequelize.getQueryInterface().showAllTables()) as (string | { tableName: string })[];
  const names = found.map((table) => (typeof table === "string" ? table : table.tableName));
  // SQLite's own, such as the statistics of its query planner.
  const tables = names.filter((name) => !name.startsWith("sqlite_"));
  const described = new Set([...Object.values(TABLES).flat(), ...IMPERSONAL]);
  expect(tables.toSorted()).toEqual([...described].toSorted());
});
