import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import type { ConsentCovers } from "#app/lib/consent.ts";
import { Invalid } from "#app/lib/errors.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { Connection, type OptInForm } from "#app/models/index.server.ts";
import type { FormSettingsValues } from "#app/schemas/form-settings.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { warnOfFinancialDetails } from "#app/services/ad-platforms/shared/financial-details.ts";
import { eventNameAt } from "#app/services/deliveries/event-settings.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";

const sentences = messages.formSettings;

/** The ad platforms and the assets that a form's settings can choose from. */
export async function listFormProviders(workspaceId: string, form: OptInForm) {
  const [connections, brokers] = await Promise.all([
    retryRead(() => Connection.findAll({ where: { workspaceId } })),
    findPlatformNames(workspaceId),
  ]);
  const brokerNames = brokers.map(({ name }) => name);
  return adPlatforms.all().map((platform) => ({
    id: platform.id,
    name: platform.name,
    isPrimary: platform === adPlatforms.primary,
    assetLabel: `${platform.name} ${platform.describe(platform.settingsSchema.parse({})).assetWord}`,
    hasEventNames: platform.eventNames !== null,
    eventNameHint: platform.eventNames?.hint ?? null,
    isConnected: connections.some(({ adPlatform }) => adPlatform === platform.id),
    assets: connections.flatMap(({ adPlatform, assetId, assetName }) =>
      adPlatform === platform.id ? [{ id: assetId, name: assetName }] : [],
    ),
    warning: platform.restrictsFinancialDetails
      ? warnOfFinancialDetails({ body: toNames(platform.id, form) }, brokerNames, platform.name)
      : null,
  }));
}

/** The owner's texts in every event of the form. */
const toNames = (adPlatform: string, form: OptInForm) => ({
  event_name: eventNameAt(adPlatform, form),
  event_source_url: formUrl(form),
});

/** @throws {Invalid} for an ad platform, or an event name there, that is not known */
export function assertProviders({
  eventNames,
  sendTo,
  selectedAssets,
  consentCovers,
  earlierConsents,
}: Pick<
  FormSettingsValues,
  "eventNames" | "sendTo" | "selectedAssets" | "consentCovers" | "earlierConsents"
>): void {
  const known = new Set(adPlatforms.all().map(({ id }) => id));
  const named = {
    eventNames: Object.keys(eventNames ?? {}),
    sendTo: sendTo ?? [],
    selectedAssets: Object.keys(selectedAssets ?? {}),
    consentCovers: listCovered(consentCovers),
    earlierConsents: (earlierConsents ?? []).flatMap(({ covers }) => listCovered(covers)),
  };
  const errors = Object.entries(named).flatMap(([field, ids]) =>
    ids.every((id) => known.has(id)) ? [] : [{ field, message: sentences.providerUnknown }],
  );
  if (errors.length > 0) throw new Invalid(errors);
  assertEventNames(eventNames ?? {});
}

const listCovered = (covers: ConsentCovers | undefined): string[] => (Array.isArray(covers) ? covers : []);

function assertEventNames(eventNames: Record<string, string>): void {
  const errors = Object.entries(eventNames).flatMap(([provider, eventName]) => {
    const { eventNames: known } = adPlatforms.get(provider);
    if (known === undefined || known?.includes(eventName)) return [];
    const message = known === null ? sentences.eventNameless : sentences.eventNameUnknown;
    return [{ field: `eventNames.${provider}`, message }];
  });
  if (errors.length > 0) throw new Invalid(errors);
}

/** @throws {Invalid} for an asset of no connection; one that the form has already stays */
export async function assertOwnAssets(
  { workspaceId, form, assets }: { workspaceId: string; form: OptInForm; assets: Record<string, string> },
  transaction: Transaction,
): Promise<void> {
  if (Object.keys(assets).length === 0) return;
  const connections = await Connection.findAll({
    where: { workspaceId },
    attributes: ["adPlatform", "assetId"],
    transaction,
  });
  const stored: Record<string, string | null> = {
    ...readFormJson(form).selectedAssets,
    [adPlatforms.primary.id]: form.facebookPixelId,
  };
  const errors = Object.entries(assets).flatMap(([provider, asset]) => {
    const isOwn = connections.some(({ adPlatform, assetId }) => adPlatform === provider && assetId === asset);
    const field =
      provider === adPlatforms.primary.id ? "selectedFacebookAssetId" : `selectedAssets.${provider}`;
    return isOwn || stored[provider] === asset ? [] : [{ field, message: sentences.assetUnknown }];
  });
  if (errors.length > 0) throw new Invalid(errors);
}
