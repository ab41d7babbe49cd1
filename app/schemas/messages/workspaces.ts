export const workspaces = {
  lastOwner: "Others work with this account's data. Make one of them an owner first.",
  newOwnerUnknown: "The new owner must be an active member",
  roleRefused: "Your role does not allow this.",
  switched: (name: string) =>
    `This form was opened in another workspace. You now work in “${name}”, so nothing was changed. Switch back, or reload the page.`,
} as const;
