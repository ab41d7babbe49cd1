export const deliveries = {
  resent: "The ad platform accepted the event.",
  nothingToReplay: "There is nothing to send again in this range.",
  replayRunning: "Another replay is running. Cancel it, or wait until it has ended.",
  replayStarted: "The events are sent again, a few at a time.",
  replayCancelled: "The replay is cancelled. What was under way comes to its end.",
} as const;
