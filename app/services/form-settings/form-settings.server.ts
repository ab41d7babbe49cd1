import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { CLICK_DAYS } from "#app/lib/click-days.ts";
import { type ConsentCovers, isSameList, storeCovers } from "#app/lib/consent.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { toSlug } from "#app/lib/slug.ts";
import { OptInForm, type PastConsentText, type Workspace } from "#app/models/index.server.ts";
import type { FormSettingsValues } from "#app/schemas/form-settings.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { updateSendDeadlines } from "#app/services/deliveries/send-deadlines.server.ts";
import { fillConsents, findFormRecipients } from "#app/services/opt-in-forms/consent-lists.server.ts";
import {
  listPastConsents,
  replaceConsentTexts,
  setPastCovers,
} from "#app/services/opt-in-forms/consent-texts.server.ts";
import { claimSimilarSlug, claimSlug } from "#app/services/opt-in-forms/form-slugs.server.ts";
import {
  activePlatformIds,
  choosePlatforms,
  findPlatformIds,
} from "#app/services/platforms/form-platforms.server.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { changeTexts } from "./form-texts.server.ts";
import { assertOwnLogo } from "./logos.server.ts";
import { assertOwnAssets, assertProviders } from "./provider-settings.server.ts";
import { findCountry, starterTexts } from "./starter-form.server.ts";

const sentences = messages.formSettings;

/** A form with its chosen platforms in their order, and its earlier consent texts, the newest first. */
export type OwnForm = { form: OptInForm; platformIds: string[]; pastConsents: PastConsentText[] };

export const findFormParts = async (form: OptInForm, transaction?: Transaction): Promise<OwnForm> => ({
  form,
  platformIds: await findPlatformIds(form.id, transaction),
  pastConsents: await listPastConsents(form.id, transaction),
});

/** The workspace's form, or null if it has none or deleted it. */
export async function findOwnForm(workspaceId: string): Promise<OwnForm | null> {
  return retryRead(async () => {
    const form = await OptInForm.findOne({ where: { workspaceId, deletedAt: null } });
    return form && findFormParts(form);
  });
}

/** The defaults that a restored form gets for settings that `createForm` does not set. */
const DEFAULTS = {
  ...{ logo: null, successMessage: null, redirectUrl: null, withoutAmount: "lead" as const },
  ...{ eventNames: null, sendTo: null, frameOrigins: null, selectedAssets: null, facebookPixelId: null },
  ...{ pendingRetentionDays: null, handledRetentionDays: null, clickDays: CLICK_DAYS },
  ...{ languages: null, texts: null },
};

type Owner = { username: string; phoneNumber: string | null };

/**
 * Creates the workspace's form. Missing texts get defaults; without chosen platforms it offers all active
 * ones. A deleted form is restored with default settings, and keeps its submissions and slug.
 * @param owner whose username becomes the slug; without one the workspace's name does
 * @throws {Conflict} `form_exists`, `slug_taken` · {Invalid}
 */
export async function createForm({
  access,
  workspace,
  owner,
  input = {},
}: {
  access: Access;
  workspace: Workspace;
  owner?: Owner;
  input?: FormSettingsValues;
}): Promise<OwnForm> {
  const { id: workspaceId } = workspace;
  const ownerName = input.ownerName ?? workspace.name;
  const phoneCountry = findCountry({ phoneNumber: owner?.phoneNumber ?? null, timeZone: workspace.timeZone });
  const values = {
    ownerName,
    ...starterTexts(ownerName, input.action, input.languages?.default),
    action: "deposit" as const,
    amountField: "optional" as const,
    allowRepeat: false,
    isActive: true,
    phoneCountry,
    ...input,
  };
  return changeForm(access, async (existing, transaction) => {
    if (existing?.deletedAt === null) throw new Conflict("form_exists", sentences.exists);
    const slug = await chooseSlug(values.slug, existing, { workspaceId, owner, ownerName }, transaction);
    const now = new Date();
    const { consentText } = values;
    const keptText = existing?.consentText;
    const form = existing
      ? await existing.update({ ...DEFAULTS, deletedAt: null, updatedAt: now }, { transaction })
      : await OptInForm.create(
          {
            ...{ workspaceId, slug, ownerName, consentText, phoneCountry },
            ...{ isActive: true, title: "", introduction: null, action: "deposit", allowRepeat: false },
            ...{ successMessage: null, createdAt: now, updatedAt: now },
          },
          { transaction },
        );
    const chosen = values.selectedPlatforms ?? (await activePlatformIds(workspaceId, transaction));
    // The starter text names no ad platform. One that was there before keeps what its owner said of it.
    const isNewText = input.consentText === undefined && keptText !== consentText;
    const covers = isNewText ? { consentCovers: "all" as const } : {};
    return apply(form, { ...covers, ...values, slug, selectedPlatforms: chosen }, transaction);
  });
}

/**
 * Changes the given settings.
 * @param version the one that was edited; without it any version is changed
 * @throws {NotFound} · {Invalid}
 * @throws {Conflict} `changed_meanwhile`, `slug_taken`
 */
export function updateForm({
  access,
  input,
  version,
}: {
  access: Access;
  input: FormSettingsValues;
  version?: number | undefined;
}): Promise<OwnForm> {
  const { workspaceId } = access;
  return changeForm(access, async (form, transaction) => {
    if (!form || form.deletedAt) throw new NotFound("Form");
    if (version !== undefined && version !== form.version)
      throw new Conflict("changed_meanwhile", sentences.changed);
    if (input.slug !== undefined && input.slug !== form.slug)
      await claimSlug({ workspaceId, slug: input.slug }, transaction);
    return apply(form, input, transaction);
  });
}

/**
 * Says which ad platforms a version of the consent text covers, the current one or an earlier one. Open events
 * to others are skipped when they are due.
 * @throws {NotFound} · {Invalid}
 */
export async function coverConsent({
  access,
  version,
  covers,
}: {
  access: Access;
  version: number;
  covers: ConsentCovers;
}): Promise<void> {
  await changeForm(access, async (form, transaction) => {
    if (!form || form.deletedAt) throw new NotFound("Form");
    return apply(
      form,
      version === form.consentVersion
        ? { consentCovers: covers }
        : { earlierConsents: [{ version, covers }] },
      transaction,
    );
  });
}

/** Deletes the form. Its submissions and deliveries stay, and its slug stays reserved. @throws {NotFound} */
export async function deleteForm(access: Access): Promise<void> {
  const { workspaceId } = access;
  await changeForm(access, async (form, transaction) => {
    if (!form || form.deletedAt) throw new NotFound("Form");
    const now = new Date();
    // The form is older than reserved slugs.
    await claimSlug({ workspaceId, slug: form.slug }, transaction);
    await form.update({ deletedAt: now, updatedAt: now, version: form.version + 1 }, { transaction });
    return { form, platformIds: [], pastConsents: [] };
  });
}

/** Locks the workspace, as changes of its platforms do, so that one change follows another. */
async function changeForm(
  access: Access,
  work: (form: OptInForm | null, transaction: Transaction) => Promise<OwnForm>,
): Promise<OwnForm> {
  return changeWorkspace(access, "settings:write", async ({ id: workspaceId }, transaction) =>
    work(await OptInForm.findOne({ where: { workspaceId }, transaction }), transaction),
  );
}

async function apply(
  form: OptInForm,
  { selectedPlatforms, selectedAssets, selectedFacebookAssetId, retentionDays, ...input }: FormSettingsValues,
  transaction: Transaction,
): Promise<OwnForm> {
  const { workspaceId } = form;
  const { eventNames, sendTo, frameOrigins, consentCovers, earlierConsents, logo, ...rest } = input;
  const { languages: _, texts: __, ...plain } = rest;
  const stored = readFormJson(form);
  assertProviders({ eventNames, sendTo, selectedAssets, consentCovers, earlierConsents });
  const { meta, ...otherAssets } = selectedAssets ?? stored.selectedAssets;
  const pixel = selectedFacebookAssetId ?? (selectedAssets && meta) ?? null;
  const changesPixel = selectedFacebookAssetId !== undefined || selectedAssets !== undefined;
  await assertOwnAssets(
    { workspaceId, form, assets: { ...selectedAssets, ...(pixel ? { meta: pixel } : {}) } },
    transaction,
  );
  const { languages, written, keepsCovers } = changeTexts(form, input);
  const recipients = await findFormRecipients(
    { workspaceId, sendTo: sendTo === undefined ? stored.sendTo : sendTo },
    transaction,
  );
  const { texts, consents, columns, listed } = fillConsents(written, languages, recipients);
  if (listed && consentCovers !== undefined && !isSameList(consentCovers, listed))
    throw new Invalid([{ field: "consentCovers", message: sentences.coversListed }]);
  const keptCovers =
    keepsCovers && !listed && !form.consentListed ? { consentCovers: form.consentCovers } : {};
  const consent = await replaceConsentTexts(form, { consents, listed }, transaction);
  for (const { version, covers } of earlierConsents ?? [])
    await setPastCovers({ formId: form.id, version, covers }, transaction);
  const { [languages.default]: main, ...others } = texts;
  const hasOwnOrder = selectedPlatforms && (await choosePlatforms(form, selectedPlatforms, transaction));
  await form.update(
    {
      ...plain,
      ...main,
      languages: JSON.stringify(languages),
      texts: JSON.stringify(others),
      ...columns,
      ...consent,
      ...keptCovers,
      ...(consentCovers === undefined ? {} : { consentCovers: storeCovers(consentCovers) }),
      ...(logo === undefined
        ? {}
        : { logo: await assertOwnLogo({ workspaceId, logo, current: form.logo }, transaction) }),
      ...(eventNames && { eventNames: JSON.stringify(eventNames) }),
      ...(sendTo === undefined ? {} : { sendTo: sendTo && JSON.stringify(sendTo) }),
      ...(frameOrigins && { frameOrigins: JSON.stringify(frameOrigins) }),
      ...(selectedAssets && { selectedAssets: JSON.stringify(otherAssets) }),
      ...(changesPixel ? { facebookPixelId: pixel } : {}),
      ...(retentionDays?.pending === undefined ? {} : { pendingRetentionDays: retentionDays.pending }),
      ...(retentionDays?.handled === undefined ? {} : { handledRetentionDays: retentionDays.handled }),
      ...(hasOwnOrder === undefined ? {} : { hasOwnOrder }),
      version: form.version + 1,
      updatedAt: new Date(),
    },
    { transaction },
  );
  // A new row has only the named columns.
  await form.reload({ transaction });
  if (sendTo !== undefined || consentCovers !== undefined || earlierConsents)
    await updateSendDeadlines({ workspaceId }, transaction);
  return findFormParts(form, transaction);
}

async function chooseSlug(
  given: string | undefined,
  existing: OptInForm | null,
  { workspaceId, owner, ownerName }: { workspaceId: string; owner: Owner | undefined; ownerName: string },
  transaction: Transaction,
): Promise<string> {
  if (given === undefined && existing) return existing.slug;
  if (given === undefined)
    return claimSimilarSlug({ workspaceId, wanted: toSlug(owner?.username ?? ownerName) }, transaction);
  await claimSlug({ workspaceId, slug: given }, transaction);
  return given;
}
