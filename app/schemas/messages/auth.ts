export const auth = {
  sessionExpired: "Your session has expired. Please log in again.",
  keyRefused: "This API key is revoked or has expired. Make a new one in the settings.",
  invalidCredentials: "Invalid credentials",
  signInByLink: "You can also sign in with a link by email.",
  signInLinkSent:
    "If there's an account for this email, we've sent a sign-in link to it. It works once, within 15 minutes. After several requests we send no new link, and the last one still works.",
  signInLinkInvalid: "This link was already used or has expired. Please request a new one.",
  loggedOut: "Logged out successfully",
  deactivated: "This account is deactivated.",
  registered: "Please check your email. We've sent you a link to verify it.",
  verified: "Email verified successfully! You can now log in.",
  verifiedAlready: "Your email is verified already. You can log in.",
  linkInvalid: "Invalid verification link",
  verifyFailed: "Verification failed. Please try again.",
  verificationSent: "If this address needs verification, we've sent a new link to it.",
  resetSent: "If there's an account for this address, we've sent a link to it.",
  resetRequestFailed: "Unable to process request. Please try again later.",
  resetFailed: "Unable to reset password. Please try again later.",
  resetLinkInvalid: "This link was already used or has expired. Please request a new one.",
  passwordReset: "Your new password is set. You can now sign in.",
  accountDeactivated: "Account deactivated successfully",
  lastSuperadmin: "You are the last superadmin. Give somebody else that role first.",
  noRole: "This account has no role. Please ask an administrator.",
  roleUnknown: "Your account is not allowed to do this.",
  proofNeeded: "Please confirm your password to continue.",
  emailUnverified: "Please verify your email first. We've sent you a link.",
} as const;

export const social = {
  cancelled: "The sign-in was cancelled. You can sign in with your password, or try again.",
  notFinished: "This sign-in could not be completed. Please try again.",
  emailUnverified:
    "The provider has not verified your email, so we can't create an account with it. Sign up with your email, then connect the provider in your settings.",
  signInAsBefore:
    "An account with this email already exists. Sign in the way you did before, then connect the provider in your settings.",
  linkedElsewhere: "This provider account is already connected to another account.",
  linked: "The provider is connected. You can sign in with it from now on.",
  unlinked: "The provider is disconnected.",
  lastWayIn: "You have no other way to sign in. Set a password or connect another provider first.",
  notFresh:
    "The provider did not ask you to sign in again. Sign out and set a password with “Forgot it?” on the sign-in page, then come back.",
  notYours: "That account at the provider is not the one that is connected here.",
} as const;

export const twoFactor = {
  wrongCode: "That code is wrong or was already used. Enter the one that your app shows now.",
  wrongFirstCode:
    "That code is wrong. Check that your phone's clock is right, then enter the code that your app shows now.",
  ended: "This sign-in took too long. Please sign in again.",
  tooManyCodes: "Too many wrong codes. Please wait 15 minutes, then sign in again.",
  notBegun: "There is no set-up to confirm. Please start it again.",
  isOn: "Two-step sign-in is already on.",
  isOff: "Two-step sign-in is off.",
  switchedOff: "Two-step sign-in is off. You now sign in with your password alone.",
  codeRequired: "Enter the code",
} as const;
