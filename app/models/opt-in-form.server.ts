import type { NonAttribute } from "sequelize";
import {
  boolean,
  booleanOrNull,
  id,
  integer,
  integerOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";
import { CLICK_DAYS } from "#app/lib/click-days.ts";
import type { AmountField, ConversionAction, FormTheme, WithoutAmountChoice } from "#app/lib/domain.ts";
import type { Workspace } from "./workspace.server.ts";

export class OptInForm extends table("optInForms", {
  id: id(),
  workspaceId: string(),
  /** For its owner; empty for one that never got a name. */
  name: withDefault(string(), ""),
  position: withDefault(integer(), 0),
  /** True or null: the unique key holds one default form for each workspace. */
  isDefault: booleanOrNull<true>(),
  slug: string(),
  isActive: boolean(),
  /** Visitors find it closed. Its claims are checked as before. */
  archivedAt: timestampOrNull(),
  deletedAt: timestampOrNull(),
  /** `#rrggbb`; null for the product's own. */
  accentColor: stringOrNull(),
  theme: withDefault(string<FormTheme>(), "automatic"),
  logo: stringOrNull(),
  ownerName: string(),
  title: string(),
  introduction: stringOrNull(),
  action: string<ConversionAction>(),
  amountField: withDefault(string<AmountField>(), "optional"),
  withoutAmount: withDefault(string<WithoutAmountChoice>(), "lead"),
  /** JSON: the event's name by ad platform, where the owner chose one. */
  eventNames: stringOrNull(),
  /** JSON: the ad platforms that get the form's events; null for all that are connected. */
  sendTo: stringOrNull(),
  /** JSON: the origins whose pages may frame the form. */
  frameOrigins: stringOrNull(),
  /** JSON: what receives the events by ad platform, Meta's aside. */
  selectedAssets: stringOrNull(),
  pendingRetentionDays: integerOrNull(),
  handledRetentionDays: integerOrNull(),
  /** JSON: `FormLanguages`; null for English alone. */
  languages: stringOrNull(),
  /** JSON: the owner's texts by language, except those of the default one, which have columns. */
  texts: stringOrNull(),
  /** For how many days a visitor's browser keeps a click. */
  clickDays: withDefault(integer(), CLICK_DAYS),
  /** How many claims a minute are taken as usual; null for any number. */
  slowDown: integerOrNull(),
  /** Where most visitors are: the preset of the phone's country. */
  phoneCountry: stringOrNull(),
  /** Whether the form's order of platforms differs from the owner's, and no longer follows it. */
  hasOwnOrder: withDefault(boolean(), false),
  /** As visitors read it: its placeholder is replaced. */
  consentText: string(),
  /** JSON: by language the consent texts with the placeholder, as they were written. */
  consentTemplates: stringOrNull(),
  /** JSON: the ad platforms that the current version lists; null for one without the placeholder. */
  consentListed: stringOrNull(),
  consentVersion: withDefault(integer(), 1),
  /** JSON: which ad platforms the current consent text covers; null while its owner has not said it. */
  consentCovers: stringOrNull(),
  allowRepeat: boolean(),
  successMessage: stringOrNull(),
  redirectUrl: stringOrNull(),
  /** The address of the owner's privacy notice. */
  privacyUrl: stringOrNull(),
  /** The notice itself, which visitors read where there is no address of one. */
  privacyText: stringOrNull(),
  facebookPixelId: stringOrNull(),
  /** Counts the saves, so that of two windows the second is told. */
  version: withDefault(integer(), 1),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}) {
  declare workspace?: NonAttribute<Workspace>;
}
