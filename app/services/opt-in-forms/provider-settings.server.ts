import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { Connection, type OptInForm } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { FormSettingsValues } from "#app/schemas/opt-in-settings.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

const sentences = messages.formSettings;

/** The ad platforms and the assets that a form's settings can choose from. */
export async function listFormProviders(workspaceId: string) {
  const connections = await retryRead(() => Connection.findAll({ where: { workspaceId } }));
  return adPlatforms.all().map(({ id, name }) => ({
    id,
    name,
    isConnected: connections.some(({ adPlatform }) => adPlatform === id),
    assets: connections.flatMap(({ adPlatform, assetId, assetName }) =>
      adPlatform === id ? [{ id: assetId, name: assetName }] : [],
    ),
  }));
}

/** @throws {Invalid} for an ad platform that is not known here */
export function assertProviders({
  eventNames,
  sendTo,
  selectedAssets,
}: Pick<FormSettingsValues, "eventNames" | "sendTo" | "selectedAssets">): void {
  const known = new Set(adPlatforms.all().map(({ id }) => id));
  const named = {
    eventNames: Object.keys(eventNames ?? {}),
    sendTo: sendTo ?? [],
    selectedAssets: Object.keys(selectedAssets ?? {}),
  };
  const errors = Object.entries(named).flatMap(([field, ids]) =>
    ids.every((id) => known.has(id)) ? [] : [{ field, message: sentences.providerUnknown }],
  );
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
    meta: form.facebookPixelId,
  };
  const errors = Object.entries(assets).flatMap(([provider, asset]) => {
    const isOwn = connections.some(({ adPlatform, assetId }) => adPlatform === provider && assetId === asset);
    const field = provider === "meta" ? "selectedFacebookAssetId" : `selectedAssets.${provider}`;
    return isOwn || stored[provider] === asset ? [] : [{ field, message: sentences.assetUnknown }];
  });
  if (errors.length > 0) throw new Invalid(errors);
}
