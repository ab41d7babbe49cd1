import { integer, primaryKey, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";

/** A consent text that a form showed earlier, because a page opened then may still be sent. */
export class PastConsentText extends table("pastConsentTexts", {
  formId: primaryKey(string()),
  version: primaryKey(integer()),
  text: string(),
  /** JSON: the text of each language that showed another one; null where all showed the same. */
  texts: stringOrNull(),
  /** JSON: which ad platforms it covers; null while its owner has not said it. */
  covers: stringOrNull(),
  /** JSON: the ad platforms that it listed by its placeholder; null for one without. */
  listed: stringOrNull(),
  replacedAt: timestamp(),
}) {}
