export const profile = {
  profileFailed: "Failed to update profile",
  profileUpdated: "Profile updated successfully",
  addressFailed: "Failed to update address",
  addressUpdated: "Address updated successfully",
  phoneFailed: "Failed to update phone number",
  phoneUpdated: "Phone number updated successfully",
  emailPending: "We have sent a link to the new address. It counts once you have opened it.",
  emailCancelled: "The change of your address is cancelled.",
  usernameTaken: "This username is taken. Please choose another one.",
  notSavedYet: "Your changes are not saved yet. Press Save profile.",
  nothingToChange: "There is nothing to change in this.",
  noPassword:
    "This account has no password. Sign out and set one by “Forgot it?” on the sign-in page, then come back.",
  wrongPassword: "This is not your password.",
  preferencesFailed: "Failed to update preferences",
  preferencesUpdated: "Preferences updated successfully",
  zoneMoving: "Your days are being recounted in this time zone. Until it is done, some figures may be off.",
  passwordFailed: "Failed to change password",
  passwordUpdated: "Password changed successfully",
  passwordNone: "You sign in with a provider. This account has no password.",
  passwordLinkSent: "A link that sets a password is on its way to you. Sign out before you open it.",
} as const;

export const leaving = {
  typeUsername: "Type your username exactly as it is shown",
  deleted: "Your account is deleted",
} as const;

export const sessions = {
  ended: "The device was signed out",
  othersEnded: "All other devices were signed out",
} as const;

export const apiKeys = {
  nameRequired: "Give the key a name",
  scopeRequired: "Choose at least one thing that the key may do",
  expiryPast: "Please choose a moment in the future",
  tooMany: "There are 50 keys already. Revoke one that is not used any more.",
  revoked: "The key was revoked",
  notMadeYet: "The key is not made yet. Press Make key.",
  madeAlready:
    "This key was made already. It is shown only once: if you have not kept it, revoke it and make another.",
} as const;

export const notifications = {
  updated: "Notification settings saved",
  securityStays: "Mails about the safety of your account cannot be switched off",
} as const;
