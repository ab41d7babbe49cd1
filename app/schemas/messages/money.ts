export const money = {
  limitShape: "Enter an amount above 0, for example 50",
  campaignMissing: "Please choose a campaign",
  limitSaved: "Limit saved. We look at your campaigns every 15 minutes.",
  limitRemoved: "Limit removed.",
  sourceSaved: "Saved. The campaign's spend now counts under this source.",
  sourceShape: "Enter a source as claims name it, for example instagram",
  sourceRemoved: "Rule removed.",
} as const;
