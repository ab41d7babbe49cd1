export const spend = {
  nameRequired: "Please say what the money was spent on",
  amountShape: "Please enter an amount, for example 250 or -20.50 for money that came back",
  sourceRequired: "Please enter the source that the claims have, for example instagram",
  dayShape: "Please provide a day, for example 2026-11-20",
  endsBeforeStart: "The last day is before the first one",
  periodLong: "Please choose a period of at most 366 days",
  addFailed: "Failed to add the amount",
  added: "Amount added",
  deleteFailed: "Failed to delete the spend",
  deleted: "Spend deleted",
} as const;
