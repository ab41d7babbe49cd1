export const optIn = {
  duplicate:
    "This email has already been registered. Please try again later or use a different email address.",
  invalid: "Please check your information and try again.",
  unverifiable: "Unable to verify your submission. Please refresh the page and try again.",
  gone: "This form is no longer available. Please contact support if you believe this is an error.",
  failed: "Something went wrong. Please try again later.",
  offline: "Unable to connect to the server. Please check your internet connection and try again.",
  /** Of an address whose domain looks mistyped. */
  didYouMean: (email: string) => `Did you mean ${email}?`,
  /** Of an amount above the broker's limit. */
  amountUnlikely: (money: string) => `Is ${money} right? Confirm it, or correct the amount`,
  amountIsRight: (money: string) => `Yes, ${money} is right`,
  accountTooLate: "It has been checked or withdrawn meanwhile, so the number can no longer be changed.",
  accountTooOften: "You have changed the number three times. It can no longer be changed here.",
  accountSaved: "Your account number is saved.",
  stale:
    "This form was open for too long, or was sent very quickly. Please check your answers and send it again.",
} as const;
