export const submissions = {
  loadFailed: "Failed to load submissions",
  updateFailed: "Failed to update submission",
  statisticsFailed: "Failed to load statistics",
  updated: "Submission updated successfully",
  updatedAndSent: "Submission updated successfully and data sent to Meta",
  updatedNotSent: "Submission updated but failed to send data to Meta",
} as const;
