export const deliveries = {
  resent: "The platform accepted the event.",
} as const;
