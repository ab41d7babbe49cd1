export const exchangeRates = {
  rateShape: "Enter a rate above 0, for example 3.6725",
  sameCurrency: "Please choose two different currencies",
  dayMissing: "Please choose the first day of the rate",
  dayFuture: "Please choose today or an earlier day",
  noPeg: "Please choose one of the listed currencies",
  tooMany: "You already have 500 exchange rates. Delete one you no longer use.",
  saved: "Exchange rate saved. Your commissions are being calculated again.",
  deleted: "Exchange rate deleted. Your commissions are being calculated again.",
} as const;
