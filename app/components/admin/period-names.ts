import type { AdminPeriod } from "#app/schemas/admin.ts";

export const periodNames: Record<AdminPeriod, string> = {
  "7days": "7 days",
  "28days": "28 days",
  "90days": "90 days",
  "12months": "12 months",
  all: "All time",
};
