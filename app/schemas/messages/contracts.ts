import { shortDate } from "#app/lib/format-date.ts";

export const contracts = {
  created: "Contract saved",
  saved: "Contract saved",
  deleted: "Contract deleted",
  saveFailed: "Failed to save the contract",
  deleteFailed: "Failed to delete the contract",
  startShape: "A contract begins on the first of a month, for example 2026-12-01",
  endShape: "A contract ends on the last day of a month, for example 2027-03-31",
  endBeforeStart: "The end is before the beginning",
  partsMissing: "Say what the broker pays for, or that it is not known",
  partsMany: "Name each kind of payment once",
  unknownAlone: "What is not known has no other payment beside it",
  kindShape: "Please choose what the broker pays for",
  stepsMissing: "Enter what the broker pays",
  stepsMany: "There can be at most 20 steps",
  percentRange: "A percentage is above 0 and at most 100",
  countryTwice: (country: string) =>
    `${country} is in two groups of countries. Each country belongs to one group of a payment.`,
  qualificationOnly: "Only a payment for qualified clients has conditions",
  lossesOnly: "Only a share of revenue carries losses over",
  daysShape: "Enter a number of days from 0 to 3,650",
  dayOfMonth: "Enter a day of the month from 1 to 31",
  tradesShape: "Enter a whole number of trades",
  lotsShape: "Enter a number of lots with at most two decimals",
  tooMany: "This broker already has 60 contracts. Delete one that no longer counts.",
  beginsAlready: (day: string) =>
    `A contract of this broker already begins on ${shortDate(day)}. Change that one.`,
  stillRuns: (from: string, to: string) =>
    `The contract from ${shortDate(from)} ends on ${shortDate(to)}. Begin after that, or end it earlier.`,
  beginsBefore: (day: string) => `The next contract begins on ${shortDate(day)}. End this one before it.`,
  paysLess: "This step pays less than the one below it.",
  leaveUnsaved: "This contract is not saved. Leave without saving it?",
  tooLongForForm: (steps: number) =>
    `This contract has ${steps} steps, more than this page can show as fields. Change it through the API.`,
  otherContract:
    "This broker's contract pays for more than deposits, which tiers cannot say. Change the contract in its place.",
  changedMeanwhile:
    "This contract was changed in another window. Your changes here are not saved: saving again replaces the others.",
} as const;
