export const rules = {
  sourceUnknown: "Please choose statements, postbacks or the broker’s API",
  sourcesMissing: "Choose what it may rest on",
  neededShape: "Please choose one source or two",
  tooFewSources: "Choose two sources, or let one be enough",
  perDayShape: "Use a whole number from 1 to 10,000",
  holdShape: "Use a whole number from 0 to 600",
  turnedOn: "Rule saved. It verifies what the broker says for certain.",
  turnedOff: "Rule saved. It is off: you verify every claim yourself.",
} as const;
