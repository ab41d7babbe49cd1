import { Op, type Transaction } from "sequelize";
import { type ConsentCovers, isSameList, readCovers, storeCovers } from "#app/lib/consent.ts";
import { findDefault } from "#app/lib/default-form.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "#app/lib/errors.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { formName } from "#app/lib/form-name.ts";
import { newId } from "#app/lib/ids.ts";
import { mapValues, pickGiven } from "#app/lib/objects.ts";
import { toSlug } from "#app/lib/slug.ts";
import { OptInForm, type Workspace } from "#app/models/index.server.ts";
import type { FormSettingsValues } from "#app/schemas/form-settings.ts";
import { listStored, usualSettings } from "#app/schemas/form-settings-table.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NAME_MAX } from "#app/schemas/shared/limits.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import { updateSendDeadlines } from "#app/services/deliveries/send-deadlines.server.ts";
import { fillConsents, findFormRecipients } from "#app/services/opt-in-forms/consent-lists.server.ts";
import {
  answerByNames,
  replaceConsentTexts,
  setPastCovers,
} from "#app/services/opt-in-forms/consent-texts.server.ts";
import {
  claimSimilarSlug,
  claimSlug,
  deletedSlug,
  freeOldSlugs,
} from "#app/services/opt-in-forms/form-slugs.server.ts";
import {
  activePlatformIds,
  choosePlatforms,
  findPlatformIds,
} from "#app/services/platforms/form-platforms.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { changeTexts } from "./form-texts.server.ts";
import { assertOwnLogo } from "./logos.server.ts";
import { changeForm, changeForms, findFormParts, makeDefault, type OwnForm } from "./own-forms.server.ts";
import { assertRoom, type FormPlace, lastPosition, leaveDefault, placeForm } from "./place-form.server.ts";
import { assertOwnAssets, assertProviders } from "./provider-settings.server.ts";
import { findCountry, starterTexts } from "./starter-form.server.ts";

const sentences = messages.formSettings;

type Owner = { username: string; phoneNumber: string | null };

/** What sends visitors, or shows the form, elsewhere outlasts a stolen session. */
type Proof = {
  /** Whether whoever changes it has signed in recently, or is an API key. */
  isProven?: boolean;
};

type NewForm = Proof & {
  access: Access;
  workspace: Workspace;
  owner?: Owner | undefined;
  input?: FormSettingsValues;
};

/**
 * Creates the workspace's default form. Missing texts get defaults; without chosen platforms it offers all active
 * ones. The form that was deleted last is restored with default settings, and keeps its submissions and slug.
 * @param owner whose username becomes the slug; without one the workspace's name does
 * @throws {Conflict} `form_exists`, `slug_taken`, `too_many_forms` · {Invalid}
 */
export function createForm({ access, workspace, owner, input = {}, isProven }: NewForm): Promise<OwnForm> {
  const { id: workspaceId } = workspace;
  return changeForms(access, async (forms, transaction) => {
    if (findDefault(forms)) throw new Conflict("form_exists", sentences.exists);
    const deleted = await OptInForm.findOne({
      where: { workspaceId, deletedAt: { [Op.ne]: null } },
      order: [["deletedAt", "DESC"]],
      transaction,
    });
    return start({ workspace, owner, input, isProven, forms, existing: deleted }, transaction);
  });
}

/**
 * Creates one more form, behind the others. The first one becomes the default. Its name is in its address.
 * @throws {Conflict} `slug_taken`, `too_many_forms` · {Invalid}
 */
export const addForm = ({ access, workspace, owner, input = {}, isProven }: NewForm): Promise<OwnForm> =>
  changeForms(access, (forms, transaction) =>
    start({ workspace, owner, input, isProven, forms, existing: null }, transaction),
  );

/** An address of the form's own, which its name tells from those of the others. */
const withName = (address: string, { name }: FormSettingsValues) => (name ? `${address} ${name}` : address);

/**
 * Creates a form with the settings of another one, at an address of its own. The copy of a closed form is closed.
 * @param input what differs
 * @throws {NotFound} · {Invalid} · {Conflict} `slug_taken`, `too_many_forms`
 */
export function copyForm({
  access,
  formId,
  input = {},
  isProven,
}: Proof & {
  access: Access;
  formId: string;
  input?: FormSettingsValues;
}): Promise<OwnForm> {
  return changeForms(access, async (forms, transaction, workspace) => {
    const source = forms.find(({ id }) => id === formId);
    if (!source) throw new NotFound("Form");
    assertRoom(workspace, forms);
    const { id: _, ...settings } = source.get({ plain: true });
    const id = newId();
    const now = new Date();
    const form = await OptInForm.create(
      {
        ...settings,
        id,
        archivedAt: null,
        isActive: source.isActive && source.archivedAt === null,
        isDefault: null,
        position: lastPosition(forms),
        name: `Copy of ${formName(source)}`.slice(0, NAME_MAX),
        slug: await chooseSlug(
          input.slug,
          null,
          { workspaceId: workspace.id, formId: id, wanted: withName(source.slug, input) },
          transaction,
        ),
        consentVersion: 1,
        version: 1,
        createdAt: now,
        updatedAt: now,
      },
      { transaction },
    );
    if (!findDefault(forms)) await makeDefault(form, transaction);
    await choosePlatforms(form, await findPlatformIds(source.id, transaction), transaction);
    return apply(form, input, transaction, { isProven });
  });
}

/** The starter texts of the languages besides the default one, where its text is not the owner's own. */
function otherStarters(ownerName: string, { languages, action, texts, ...input }: FormSettingsValues) {
  const others = (languages?.enabled ?? []).filter((code) => code !== languages?.default);
  const starters = others.map((code) => {
    const starter = Object.entries(starterTexts(ownerName, action, code));
    return [code, Object.fromEntries(starter.filter(([name]) => !Object.hasOwn(input, name)))];
  });
  return { ...Object.fromEntries(starters), ...texts } as FormSettingsValues["texts"];
}

/** Gives a new or a deleted form its first settings. */
async function start(
  {
    workspace,
    owner,
    input,
    isProven,
    forms,
    existing,
  }: Omit<NewForm, "access"> & {
    input: FormSettingsValues;
    forms: OptInForm[];
    existing: OptInForm | null;
  },
  transaction: Transaction,
): Promise<OwnForm> {
  const { id: workspaceId } = workspace;
  assertRoom(workspace, forms);
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
    ...(input.languages ? { texts: otherStarters(ownerName, input) } : {}),
  };
  const id = existing?.id ?? newId();
  const slug = await chooseSlug(
    values.slug,
    existing,
    { workspaceId, formId: id, wanted: withName(owner?.username ?? ownerName, input) },
    transaction,
  );
  const now = new Date();
  const { consentText } = values;
  const keptText = existing?.consentText;
  const place = { isDefault: null, position: lastPosition(forms) };
  // Its first text is one of its own main language, and none of the first language of all.
  const languages = input.languages ? JSON.stringify(input.languages) : null;
  const form = existing
    ? await existing.update(
        { ...place, languages, texts: null, archivedAt: null, deletedAt: null, updatedAt: now },
        { transaction },
      )
    : await OptInForm.create(
        {
          id,
          workspaceId,
          slug,
          ownerName,
          consentText,
          phoneCountry,
          languages,
          ...place,
          isActive: true,
          title: "",
          introduction: null,
          action: "deposit",
          allowRepeat: false,
          successMessage: null,
          createdAt: now,
          updatedAt: now,
        },
        { transaction },
      );
  if (!findDefault(forms)) await makeDefault(form, transaction);
  const chosen = values.selectedPlatforms ?? (await activePlatformIds(workspaceId, transaction));
  // The starter text names no ad platform. One that was there before keeps what its owner said of it.
  const isWritten =
    input.consentText !== undefined || Object.values(input.texts ?? {}).some((texts) => texts?.consentText);
  const isNewText = !isWritten && keptText !== consentText;
  const covers = isNewText ? { consentCovers: "all" as const } : {};
  const settings = { ...(existing ? usualSettings : {}), ...covers, ...values };
  return apply(form, { ...settings, slug, selectedPlatforms: chosen }, transaction, {
    isProven,
    isNew: true,
  });
}

/**
 * Changes the given settings, and the form's place among the others.
 * @param formId the default form without it
 * @param version the one that was edited; without it any version is changed
 * @throws {NotFound} · {Invalid} · {Forbidden} `reauthentication_required`
 * @throws {Conflict} `changed_meanwhile`, `slug_taken`, `too_many_forms`
 */
export function updateForm({
  access,
  formId,
  input = {},
  place,
  version,
  isProven,
}: Proof & {
  access: Access;
  formId?: string | undefined;
  input?: FormSettingsValues;
  place?: FormPlace;
  version?: number | undefined;
}): Promise<OwnForm> {
  const { workspaceId } = access;
  return changeForm(access, formId, async (form, { forms, workspace }, transaction) => {
    if (version !== undefined && version !== form.version)
      throw new Conflict("changed_meanwhile", sentences.changed);
    if (input.slug !== undefined && input.slug !== form.slug)
      await claimSlug({ workspaceId, formId: form.id, slug: input.slug }, transaction);
    if (place) await placeForm(form, place, { forms, workspace }, transaction);
    // Only settings count as a save, of which a page that is open elsewhere is told.
    return hasAnyField(input)
      ? apply(form, input, transaction, { isProven })
      : findFormParts(form, transaction);
  });
}

/** Moves a form one place up or down among the active ones. @throws {NotFound} */
export function moveForm(access: Access, formId: string, by: -1 | 1): Promise<void> {
  return changeForm(access, formId, async (form, { forms, workspace }, transaction) => {
    const active = forms.filter(({ archivedAt }) => archivedAt === null);
    const neighbor = active[active.indexOf(form) + by];
    const position = neighbor && forms.indexOf(neighbor);
    await placeForm(form, { position }, { forms, workspace }, transaction);
  });
}

/**
 * Says which ad platforms a version of the consent text covers, the current one or an earlier one. Open events
 * to others are skipped when they are due.
 * @throws {NotFound} · {Invalid}
 */
export async function coverConsent({
  access,
  formId,
  version,
  covers,
}: {
  access: Access;
  formId?: string | undefined;
  version: number;
  covers: ConsentCovers;
}): Promise<void> {
  await changeForm(access, formId, (form, _others, transaction) =>
    apply(
      form,
      version === form.consentVersion
        ? { consentCovers: covers }
        : { earlierConsents: [{ version, covers }] },
      transaction,
      {},
    ),
  );
}

/**
 * Deletes a form, the default one without an id. Its submissions and deliveries stay, and its slug stays reserved.
 * The next active form becomes the default.
 * @throws {NotFound}
 */
export async function deleteForm(access: Access, formId?: string): Promise<void> {
  const { workspaceId } = access;
  await changeForm(access, formId, async (form, { forms }, transaction) => {
    const now = new Date();
    // The form is older than reserved slugs.
    await claimSlug({ workspaceId, formId: form.id, slug: form.slug }, transaction);
    await leaveDefault(form, forms, transaction);
    await form.update({ deletedAt: now, updatedAt: now, version: form.version + 1 }, { transaction });
    await freeOldSlugs(workspaceId, transaction);
    return { form, platformIds: [], pastConsents: [] };
  });
}

async function apply(
  form: OptInForm,
  { selectedPlatforms, selectedAssets, selectedFacebookAssetId, retentionDays, ...input }: FormSettingsValues,
  transaction: Transaction,
  { isProven = false, isNew = false }: { isProven?: boolean | undefined; isNew?: boolean },
): Promise<OwnForm> {
  const { workspaceId } = form;
  const { eventNames, sendTo, frameOrigins, consentCovers, earlierConsents, logo, look } = input;
  const stored = readFormJson(form);
  const leadsElsewhere = (["redirectUrl", "privacyUrl"] as const).some(
    (name) => Boolean(input[name]) && input[name] !== form[name],
  );
  const isShownElsewhere = frameOrigins?.some((origin) => !stored.frameOrigins.includes(origin)) ?? false;
  if ((leadsElsewhere || isShownElsewhere) && !isProven)
    throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
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
  // Who sends all settings back sends what the text listed before.
  const isStored = isSameList(consentCovers ?? null, readCovers(form.consentCovers ?? null));
  if (listed && consentCovers !== undefined && !isStored && !isSameList(consentCovers, listed))
    throw new Invalid([{ field: "consentCovers", message: sentences.coversListed }]);
  const keptCovers =
    keepsCovers && !listed && !form.consentListed ? { consentCovers: form.consentCovers } : {};
  const consent = await replaceConsentTexts(form, { consents, listed }, transaction);
  const isUnsaid = consentCovers === undefined && !listed && keptCovers.consentCovers === undefined;
  const byNames =
    isUnsaid && (isNew || consent !== null)
      ? answerByNames(
          languages.enabled.map((language) => consents[language]),
          recipients,
        )
      : null;
  for (const { version, covers } of earlierConsents ?? [])
    await setPastCovers({ formId: form.id, version, covers }, transaction);
  const { [languages.default]: main, ...others } = texts;
  const hasOwnOrder = selectedPlatforms && (await choosePlatforms(form, selectedPlatforms, transaction));
  await form.update(
    {
      ...pickGiven(input, listStored("column")),
      ...mapValues<string, unknown, string | null>(pickGiven(input, listStored("json")), (value) =>
        value === null ? null : JSON.stringify(value),
      ),
      ...look,
      ...main,
      languages: JSON.stringify(languages),
      texts: JSON.stringify(others),
      ...columns,
      ...consent,
      ...keptCovers,
      ...(byNames ? { consentCovers: storeCovers(byNames) } : {}),
      ...(consentCovers === undefined || listed ? {} : { consentCovers: storeCovers(consentCovers) }),
      ...(logo === undefined
        ? {}
        : { logo: await assertOwnLogo({ workspaceId, logo, current: form.logo }, transaction) }),
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
  { wanted, ...holder }: { workspaceId: string; formId: string; wanted: string },
  transaction: Transaction,
): Promise<string> {
  if (given === undefined && existing && existing.slug !== deletedSlug(existing)) return existing.slug;
  if (given === undefined) return claimSimilarSlug({ ...holder, wanted: toSlug(wanted) }, transaction);
  await claimSlug({ ...holder, slug: given }, transaction);
  return given;
}
