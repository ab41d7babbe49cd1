export const profile = {
  profileFailed: "Failed to update profile",
  profileUpdated: "Profile updated successfully",
  addressFailed: "Failed to update address",
  addressUpdated: "Address updated successfully",
  phoneFailed: "Failed to update phone number",
  phoneUpdated: "Phone number updated successfully",
  emailPending: "We've sent a link to the new address. Open it to confirm the change.",
  emailCancelled: "Your email stays the same.",
  usernameTaken: "This username is taken. Please choose another one.",
  notSavedYet: "Your changes are not saved yet. Click Save profile.",
  nothingToChange: "There is nothing to change.",
  noPassword:
    "This account has no password. Sign out and set one with “Forgot it?” on the sign-in page, then come back.",
  wrongPassword: "This is not your password.",
  preferencesFailed: "Failed to update preferences",
  preferencesUpdated: "Preferences updated successfully",
  zoneMoving:
    "Your claims are being counted again by the days of this time zone. Some figures may be wrong until that is done.",
  passwordFailed: "Failed to change password",
  passwordUpdated: "Password changed successfully",
  passwordNone: "You sign in with a provider. This account has no password.",
  passwordLinkSent: "We've sent you a link to set a password. Sign out before you open it.",
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
  scopeRequired: "Choose at least one permission",
  expiryPast: "Please choose a time in the future",
  tooMany: "You already have 50 keys. Revoke one that you no longer use.",
  revoked: "The key was revoked",
  notMadeYet: "The key is not created yet. Click Create key.",
  madeAlready:
    "This key was already created. It is shown only once: if you haven't copied it, revoke it and create another.",
} as const;

export const notifications = {
  updated: "Notification settings saved",
  securityStays: "Security emails cannot be switched off",
  allRead: "All notifications marked as read",
  pushOn: "This browser will show notifications",
  pushOff: "That browser won't show notifications any more",
  pushRefused: "This browser's push service can't be used",
} as const;
