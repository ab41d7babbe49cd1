export const links = {
  labelMissing: "Say what the link is for, for example Story of 3 November",
  labelLong: "Use at most 100 visible characters",
  nameShape: "Use letters from a to z, digits and single hyphens, at most 32 characters",
  nameMissing: "Give the link a name of letters from a to z and digits",
  nameTaken:
    "This form already has a link with this name, perhaps an archived one. Please choose another one.",
  tagLong: "Use at most 200 visible characters",
  tagMacro: "This is a placeholder, and no name. Write the name in its place.",
  channelShape: "Please choose one of the listed places",
  tooMany: "You already have 200 links. Archive one you no longer use.",
  created: "Link created",
  renamed: "Link renamed",
  archived: "Link archived. New views and claims no longer count for it.",
  kept: "Link archived, because it has claims. New ones no longer count for it.",
  restored: "Link restored. It counts again.",
  deleted: "Link deleted",
} as const;
