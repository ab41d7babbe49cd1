export const submissions = {
  corrected: "The amount is corrected",
  correctionReason: "Please say why the amount changes",
  changedMeanwhile: "Somebody else decided this claim in the meantime. Here is how it looks now.",
  notVerified: "Only a verified claim has an amount to correct.",
  updateFailed: "Failed to update submission",
  updated: "Submission updated successfully",
  updatedAndSent: "Submission updated successfully and data sent to Meta",
  updatedNotSent: "Submission updated but failed to send data to Meta",
} as const;
