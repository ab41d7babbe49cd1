export const spend = {
  nameRequired: "Please say what the money was spent on",
  amountShape: "Please enter an amount, for example 250 or -20.50 for money that came back",
  sourceRequired: "Please enter the source that the claims have, for example instagram",
  endsBeforeStart: "The last day is before the first one",
  periodLong: "Please choose a period of at most 366 days",
  addFailed: "Failed to add the amount",
  added: "Amount added",
  uploadFailed: "Failed to upload the spend file",
  uploaded: "File uploaded. It is being read.",
  uploadedBefore: "You uploaded this file before. Here it is.",
  uploadedMany: (count: number, total: number) =>
    `${count} of ${total} files uploaded${count < total ? "; the others were uploaded before" : ""}`,
  fileRequired: "Choose an export of an ad platform",
  readFailed: "Failed to read the spend file",
  read: "The file is being read again",
  deleteFailed: "Failed to delete the spend",
  deleted: "Spend deleted",
} as const;
