import type { NotificationName } from "#app/lib/domain.ts";

/** What the kinds are called, here and in the settings. */
export const notificationLabels: Record<NotificationName, { label: string; hint: string }> = {
  newSubmission: { label: "New claim", hint: "Someone confirms an action on your form" },
  statementDue: {
    label: "Statement due",
    hint: "A broker’s claims wait, and the first expires within two days",
  },
  deliveryFailed: {
    label: "Delivery failed",
    hint: "An ad platform rejects an event, or a claim is about to expire",
  },
  campaignCost: {
    label: "Campaign too expensive",
    hint: "A verified deposit of a campaign costs more than your limit",
  },
  weeklySummary: { label: "Weekly summary", hint: "Claims, and what ads cost and earned, on Mondays" },
  productNews: { label: "Product news", hint: "What's new, a few times a year" },
  security: { label: "Security", hint: "New sign-ins, and changes of your password or email" },
};
