export const workspaces = {
  lastOwner: "Others work with this account's data. Make one of them an owner first.",
  newOwnerUnknown: "The new owner must be an active member",
  roleRefused: "Your role does not allow this.",
} as const;
