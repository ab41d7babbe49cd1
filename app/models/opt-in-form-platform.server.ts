import { integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** Which of the owner's platforms a form offers, in order. */
export class OptInFormPlatform extends table("optInFormPlatforms", {
  formId: primaryKey(string()),
  platformId: primaryKey(string()),
  position: integer(),
}) {}
