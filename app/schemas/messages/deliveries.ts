export const deliveries = {
  resent: "The ad platform accepted the event.",
  resendWaits: "The ad platform asked for a pause. We'll send the event when it's over.",
  notCovered: (platform: string) =>
    `The consent that the visitor gave does not allow ${platform}, so nothing is sent there.`,
  sharingEnded: "The visitor ended the sharing with ad platforms, so nothing more is sent.",
  nothingToReplay: "There is nothing to send again in this range.",
  replayRunning: "Events are still being sent again. Cancel that, or wait until it has ended.",
  replayStarted: "We're sending the events again, a few at a time.",
  unsentStarted: "We're sending the events, a few at a time.",
  replayCancelled: "No more events are sent again. Those already under way will finish.",
} as const;
