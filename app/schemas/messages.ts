/** The sentences of the specification's catalogue, each written once. Tests assert them from here. */
export const messages = {
  optIn: {
    duplicate:
      "This email has already been registered. Please try again later or use a different email address.",
    invalid: "Please check your information and try again.",
    unverifiable: "Unable to verify your submission. Please refresh the page and try again.",
    gone: "This form is no longer available. Please contact support if you believe this is an error.",
    failed: "Something went wrong. Please try again later.",
    offline: "Unable to connect to the server. Please check your internet connection and try again.",
    stale:
      "This page was open for a long time, or sent very quickly. Please check your answers and send it again.",
  },
  submissions: {
    loadFailed: "Failed to load submissions",
    updateFailed: "Failed to update submission",
    statisticsFailed: "Failed to load statistics",
    updated: "Submission updated successfully",
    updatedAndSent: "Submission updated successfully and data sent to Meta",
    updatedNotSent: "Submission updated but failed to send data to Meta",
  },
  auth: {
    sessionExpired: "Your session has expired. Please log in again.",
    invalidCredentials: "Invalid credentials",
    loggedOut: "Logged out successfully",
    deactivated: "This account is deactivated.",
    emailUnverified: "Please verify your email address first. We have sent you a link.",
  },
  fields: {
    emailRequired: "Email is required",
    emailShape: "Please provide a valid email address",
    phoneRequired: "Phone is required",
    phoneShape: "Please provide a valid phone number with its country code",
    platformRequired: "Choose one of the platforms",
    amountShape: "Please provide an amount, for example 250.00",
    amountDigits: "Please provide the amount with as many digits after the point as its currency has",
    currencyRequired: "Choose the currency of the amount",
    currencyShape: "Please choose one of the currencies",
    consentRequired: "Tick the box so that we may pass it on",
    passwordRequired: "Password is required",
    usernameOrEmailRequired: "E-mail or username is required",
  },
} as const;
