/** What could not be loaded. */
export const loading = {
  submissions: "Failed to load submissions",
  statistics: "Failed to load statistics",
  platforms: "Failed to load platforms",
  settings: "Failed to fetch settings",
  users: "Failed to fetch users",
  userStatistics: "Failed to fetch user statistics",
  linkHosts: "Failed to load the hosts of links",
  news: "Failed to fetch news",
  spend: "Failed to load what ads cost",
  statements: "Failed to load statements",
  deliveries: "Failed to load the delivery log",
  integrations: "Failed to load integrations",
  notifications: "Failed to load notifications",
  contactMessages: "Failed to load the messages",
  auditLog: "Failed to load the audit log",
  systemHealth: "Failed to load the system’s health",
} as const;
