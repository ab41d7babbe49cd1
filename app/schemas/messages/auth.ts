export const auth = {
  sessionExpired: "Your session has expired. Please log in again.",
  keyRefused: "This API key is revoked or has expired. Make a new one in the settings.",
  invalidCredentials: "Invalid credentials",
  loggedOut: "Logged out successfully",
  deactivated: "This account is deactivated.",
  registered: "Please check your email. We have sent you a link to verify your address.",
  verified: "Email verified successfully! You can now log in.",
  linkInvalid: "Invalid verification link",
  verifyFailed: "Verification failed. Please try again.",
  verificationSent: "If this address waits for verification, a new link is on its way to it.",
  resetSent: "If an account has this address, a link to set a new password is on its way to it.",
  resetRequestFailed: "Unable to process request. Please try again later.",
  resetFailed: "Unable to reset password. Please try again later.",
  resetLinkInvalid: "This link has been used or is too old. Please ask for a new one.",
  passwordReset: "Your new password is set. You can now log in.",
  accountDeactivated: "Account deactivated successfully",
  lastSuperadmin: "You are the last superadmin. Make somebody else one first.",
  proofNeeded: "Please confirm your password to go on.",
  emailUnverified: "Please verify your email address first. We have sent you a link.",
} as const;

export const social = {
  cancelled: "The sign-in was cancelled. You can sign in with your password, or begin again.",
  notFinished: "This sign-in could not be finished. Please begin again.",
  emailUnverified:
    "The provider does not vouch for your address, so no account is opened with it. Sign up with your address, then connect the provider in your settings.",
  signInAsBefore:
    "An account with this address exists. Sign in to it the way you did before, then connect the provider in your settings.",
  linkedElsewhere: "This provider's account belongs to another account here.",
  linked: "The provider is connected. You can sign in with it from now on.",
  unlinked: "The provider is disconnected.",
  lastWayIn: "This is the only way into your account. Set a password or connect another provider first.",
  notFresh:
    "The provider did not ask who you are again. Sign out and set a password by “Forgot it?” on the sign-in page, then come back.",
  notYours: "That is another account at the provider than the one that is connected here.",
} as const;

export const twoFactor = {
  wrongCode: "That code is not right, or was used already. Type the one that your app shows now.",
  wrongFirstCode:
    "That code is not right. Check that your phone's clock is, and type the one your app shows now.",
  ended: "This sign-in took too long. Please sign in again.",
  tooManyCodes: "Too many wrong codes. Please wait a quarter of an hour, then sign in again.",
  notBegun: "Nothing waits to be confirmed. Please set it up once more.",
  isOn: "Two-step sign-in is on already.",
  isOff: "Two-step sign-in is off.",
  switchedOff: "Two-step sign-in is off. A password is enough again.",
  codeRequired: "Type the code",
} as const;
