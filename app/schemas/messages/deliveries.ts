export const deliveries = {
  resent: "The ad platform accepted the event.",
} as const;
