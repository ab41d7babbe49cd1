/** Sentences about what brokers call back. */
export const postbacks = {
  created: "The address is made. Paste it into your network.",
  saved: "Saved. Calls that said nothing yet are read again.",
  rotated: "This is the new address. The one before is taken for 24 hours more.",
  nameShape: "A parameter’s name has 1 to 100 visible characters",
  nameTwice: "Please name each parameter once",
  meaningTwice: "Only click ids can stand in several parameters",
  wordsTooMany: "Please send at most 100 words",
  fieldsTooMany: "Please send at most 100 parameters",
  secretShape: "A secret has 16 to 100 letters, digits, points, hyphens or underscores",
  secretMissing: "Type the secret that your network sends or signs with",
  secretNameShape: "The name of a secret’s parameter has no letters beyond those of English",
  headerShape: "A header’s name has letters, digits and hyphens",
  ipShape: "Please write addresses such as 203.0.113.7 or networks such as 203.0.113.0/24",
  ipsTooMany: "Please send at most 50 addresses",
  zoneShape: "Please choose a time zone such as Europe/Madrid, or an offset such as +02:00",
} as const;
