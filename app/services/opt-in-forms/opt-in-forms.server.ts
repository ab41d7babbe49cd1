import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { createLiveRows, LIVE_MS } from "#app/database/live-rows.server.ts";
import { hasActiveOwner } from "#app/database/queries/active-owner.server.ts";
import { subquery } from "#app/database/select-sql.server.ts";
import { someOf, textOf } from "#app/database/values.server.ts";
import { type AccountNumber, readAccountNumber } from "#app/lib/account-number.ts";
import type { Money } from "#app/lib/commission.ts";
import { type ConsentCovers, readCovers } from "#app/lib/consent.ts";
import { SECOND } from "#app/lib/dates.ts";
import type { FormObstacle } from "#app/lib/domain.ts";
import { NotFound } from "#app/lib/errors.ts";
import { type OtherTexts, pickTexts, readFormJson } from "#app/lib/form-json.ts";
import type { FormLanguages, Language } from "#app/lib/languages.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { isSlug } from "#app/lib/slug.ts";
import { readAmountLimit } from "#app/lib/unlikely-amount.ts";
import {
  BrokerLink,
  NamedLink,
  OptInForm,
  OptInFormPlatform,
  Platform,
  TelegramBot,
  Workspace,
} from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import type { AdPlatformWindow } from "#app/services/ad-platforms/delivery-window.ts";
import { findWindows } from "#app/services/ad-platforms/find-windows.server.ts";
import { listOwnRates, type OwnRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findClosedForm } from "./closed-forms.server.ts";
import { activeForms, DEFAULT_FIRST } from "./default-form.server.ts";
import { isUnknownSlug } from "./form-slugs.server.ts";

/** A platform as a form offers it; without a limit of its own the default holds. */
type OfferedPlatform = {
  name: string;
  amountLimit: Money | null;
  countsCoins: boolean;
  accountNumber: AccountNumber | null;
};

/** A live form with everything a submission needs. Cached for the two busiest URLs. */
export type LiveForm = {
  id: string;
  workspaceId: string;
  timeZone: string;
  /** The exchange rates that the workspace has set. */
  ownRates: OwnRates;
  /** The name of the workspace's entry in a visitor's cookie. */
  visitKey: string;
  /** For how many days a visitor's browser keeps a click. */
  clickDays: number;
  /** How many claims a minute are taken as usual. */
  slowDown: number | null;
  /** The ids of the owner's links that count, by their names. */
  links: ReadonlyMap<string, string>;
  /** Whether browsers get an id of their visit, by which clicks on broker links are a claim's. */
  hasBrokerLinks: boolean;
  /** The workspace's bot, in whose chat the form goes on; null without one. */
  bot: { username: string } | null;
  /** The origins whose pages may frame the form. */
  frameOrigins: string[];
  languages: FormLanguages;
  /** The owner's texts, except those of the default language. */
  texts: OtherTexts;
  consentText: string;
  consentCovers: ConsentCovers;
  action: OptInForm["action"];
  facebookPixelId: string | null;
  platforms: Map<string, OfferedPlatform>;
  /** The windows of the ad platforms that the form sends to, in ms. */
  windows: AdPlatformWindow[];
  /** Changes whenever anything on the page changes. */
  version: string;
  /** In the default language. */
  page: PublicForm;
};

/** What a form shows in a language. */
export const pageIn = (form: LiveForm, language: Language): PublicForm => ({
  ...pickTexts(form.page, form, language),
  language,
});

/**
 * A process can have a form's old time zone for as long as it caches it, and a write can wait 8 seconds. Until then
 * rows can be written with the old zone.
 */
export const ARRIVING_MS = LIVE_MS + 10 * SECOND;
const CACHED_MAX = 5_000;
/** Enough to tell the four workspaces of a cookie apart, and the forms of one. */
const PUBLIC_KEY_LENGTH = 12;
/** What visitors see in place of an id. */
export const toPublicKey = (id: string): string => sha256(id).slice(0, PUBLIC_KEY_LENGTH);

const liveForms = createLiveRows<LiveForm>({ topics: ["forms"], max: CACHED_MAX, load: loadLiveForm });

/** Forgets a form that a write has found to be gone. */
export function forgetLiveForm(slug: string): void {
  liveForms.forget(slug);
}

/**
 * The active form with this slug, or null if it is missing, inactive or deleted. While the database does not
 * respond, the last known form is shown; submitting it is a 503 that keeps the page.
 */
export async function findLiveForm(slug: string, now = Date.now()): Promise<LiveForm | null> {
  // Only forms get a place in the cache.
  if (!liveForms.has(slug) && (await isUnknownSlug(slug))) return null;
  return liveForms.find(slug, now);
}

/** The active form that has this slug, or had it before and is open at another one. */
export async function findOpenForm(slug: string): Promise<LiveForm | null> {
  const form = await findLiveForm(slug);
  if (form || !isSlug(slug)) return form;
  const movedTo = (await findClosedForm(slug))?.movedTo;
  return movedTo ? findLiveForm(movedTo) : null;
}

/**
 * Like `findOpenForm`, so that a form opened before the move can still be sent.
 * @throws {NotFound}
 */
export async function getLiveForm(slug: string): Promise<LiveForm> {
  const form = await findOpenForm(slug);
  if (!form) throw new NotFound("Form");
  return form;
}

type FormState = { slug: string; obstacle: FormObstacle | null };

/** What `toFormState` needs. */
export function formValues(workspaceId: string) {
  const forms = activeForms(workspaceId);
  const open = { ...forms, isActive: true };
  const formId = { [Op.in]: subquery(OptInForm, { where: open, attributes: ["id"] }) };
  const id = { [Op.in]: subquery(OptInFormPlatform, { where: { formId }, attributes: ["platformId"] }) };
  return {
    slug: textOf(OptInForm, "slug", forms, DEFAULT_FIRST),
    isActive: someOf(OptInForm, open),
    hasOffered: someOf(Platform, { ...isOffered(workspaceId), id }),
  };
}

type FormFacts = { slug: string | null; isActive: boolean; hasOffered: boolean };

/** The address of the default form, and what keeps visitors from sending any form. */
export function toFormState({ slug, isActive, hasOffered }: FormFacts): FormState | null {
  if (slug === null) return null;
  if (!isActive) return { slug, obstacle: "paused" };
  return { slug, obstacle: hasOffered ? null : "no platform" };
}

const isOffered = (workspaceId: string) => ({ workspaceId, isActive: true, archivedAt: null });

/** The platforms that a form offers, in its order. */
async function findOffered(workspaceId: string, formId: string): Promise<Platform[]> {
  const places = await OptInFormPlatform.findAll({ where: { formId }, order: [["position", "ASC"]] });
  // A separate query: SQLite would build the whole join for each form.
  const offered = await Platform.findAll({
    where: { id: places.map(({ platformId }) => platformId), ...isOffered(workspaceId) },
    attributes: [
      "id",
      "name",
      "icon",
      "amountLimit",
      "amountLimitCurrency",
      "countsCoins",
      "accountField",
      "accountName",
      "accountExample",
    ],
  });
  const byId = new Map(offered.map((platform) => [platform.id, platform]));
  return places.flatMap(({ platformId }) => byId.get(platformId) ?? []);
}

/** A platform as visitors see it. */
export const presentOffered = (platform: Platform): PublicForm["platforms"][number] => ({
  id: platform.id,
  name: platform.name,
  icon: platform.icon,
  accountNumber: readAccountNumber(platform),
});

/** The links that count. */
async function findFormLinks({ id: formId, workspaceId }: OptInForm): Promise<LiveForm["links"]> {
  const where = { workspaceId, formId, archivedAt: null };
  const links = await NamedLink.findAll({ where, attributes: ["name", "id"], raw: true });
  return new Map(links.map(({ name, id }) => [name, id]));
}

async function loadLiveForm(slug: string): Promise<LiveForm | null> {
  const form = await retryRead(() =>
    OptInForm.findOne({
      where: {
        slug,
        isActive: true,
        archivedAt: null,
        deletedAt: null,
        [Op.and]: hasActiveOwner("OptInForm"),
      },
      include: [{ model: Workspace, as: "workspace", required: true, attributes: ["timeZone", "currency"] }],
    }),
  );
  if (!form) return null;
  const [platforms, windows, ownRates, links, brokerLink, bot] = await Promise.all([
    findOffered(form.workspaceId, form.id),
    findWindows(form.workspaceId),
    listOwnRates(form.workspaceId),
    findFormLinks(form),
    // Archived ones too: their clicks are a claim's for as long as they are kept.
    BrokerLink.findOne({ where: { workspaceId: form.workspaceId }, attributes: ["id"], raw: true }),
    TelegramBot.findOne({
      where: { workspaceId: form.workspaceId, state: "on" },
      attributes: ["username"],
      raw: true,
    }),
  ]);
  const { sendTo, frameOrigins, languages, texts } = readFormJson(form);
  const page: PublicForm = {
    formKey: toPublicKey(form.id),
    slug: form.slug,
    language: languages.default,
    languages: languages.enabled,
    ownerName: form.ownerName,
    logo: form.logo,
    look: { accentColor: form.accentColor, theme: form.theme },
    title: form.title,
    introduction: form.introduction,
    action: form.action,
    amountField: form.amountField,
    askAmount: form.amountField !== "hidden",
    currency: form.workspace?.currency ?? "EUR",
    phoneCountry: form.phoneCountry,
    consentText: form.consentText,
    consentVersion: form.consentVersion,
    allowRepeat: form.allowRepeat,
    successMessage: form.successMessage,
    redirectUrl: form.redirectUrl,
    privacyUrl: form.privacyUrl,
    privacyText: form.privacyText,
    platforms: platforms.map(presentOffered),
    facebookPixelId: form.facebookPixelId,
    telegramHref: bot ? paths.continueInTelegram({ slug: form.slug }) : null,
  };
  return {
    id: form.id,
    workspaceId: form.workspaceId,
    timeZone: form.workspace?.timeZone ?? "UTC",
    ownRates,
    visitKey: toPublicKey(form.workspaceId),
    clickDays: form.clickDays,
    slowDown: form.slowDown,
    links,
    hasBrokerLinks: brokerLink !== null,
    bot: bot && { username: bot.username },
    frameOrigins,
    languages,
    texts,
    consentText: form.consentText,
    consentCovers: readCovers(form.consentCovers),
    action: form.action,
    facebookPixelId: form.facebookPixelId,
    platforms: new Map(
      platforms.map((platform) => [
        platform.id,
        {
          name: platform.name,
          amountLimit: readAmountLimit(platform),
          countsCoins: platform.countsCoins,
          accountNumber: readAccountNumber(platform),
        },
      ]),
    ),
    windows: windows.filter(({ adPlatform }) => sendTo === null || sendTo.includes(adPlatform)),
    version: sha256(JSON.stringify([page, frameOrigins, languages, texts])),
    page,
  };
}
