import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "@remix-run/node";
import type { SaveConflict as SavedElsewhere } from "#app/components/form-settings/conflict-note.tsx";
import { withProof } from "#app/http/auth/with-proof.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { toDomainError } from "#app/http/error-responses.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { readBytes, TooLarge } from "#app/http/forms/read-body.server.ts";
import { CONTROL, readForm } from "#app/http/forms/read-form.server.ts";
import { isMultipart, readUpload } from "#app/http/forms/read-upload.server.ts";
import { assertShownWorkspace } from "#app/http/forms/shown-workspace.server.ts";
import { uploadLimits } from "#app/http/limits/limits.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { AD_PLATFORMS_PLACEHOLDER } from "#app/lib/consent.ts";
import { Conflict, Forbidden, NotFound } from "#app/lib/errors.ts";
import { TEXT_NAMES } from "#app/lib/form-json.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import type { FormTab } from "#app/lib/form-tabs.ts";
import type { Language } from "#app/lib/languages.ts";
import { pickGiven } from "#app/lib/objects.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import { FormSettingsForm, type FormSettingsValues } from "#app/schemas/form-settings.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { FORM_SETTINGS_MAX_BYTES, LOGO_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import { hasAnyField } from "#app/schemas/shared/partial.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { createForm, deleteForm, updateForm } from "#app/services/form-settings/form-settings.server.ts";
import { uploadLogo } from "#app/services/form-settings/logos.server.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { describeSaved, tabVersion } from "./saved-elsewhere.server.ts";

const sentences = messages.formSettings;

/** @param ofPath the form in the page's path; the default form's page has none there, and names it in its forms */
export async function handleFormSettings(request: Request, member: Member, ofPath: string | undefined) {
  const { access, workspace, user } = member;
  const { workspaceId } = access;
  const here = paths.formSettings({ formId: ofPath });
  const done = (message: string, tab?: FormTab) =>
    redirectWithFlash(paths.formSettings({ formId: ofPath, tab }), { kind: "success", message });
  if (isMultipart(request.headers.get("content-type")))
    return saveLogo(request, member, ofPath, () => done(sentences.logoUploaded));
  const fields = changeUnsaved(await readForm(request, FORM_SETTINGS_MAX_BYTES));
  const formId = toFormId(ofPath, fields);
  return handleForm(fields, member, FormSettingsForm, {
    create: {
      failed: sentences.createFailed,
      async onValid({ languages: input }) {
        try {
          await createForm({ access, workspace, owner: user, input });
        } catch (error) {
          // Pressed twice or in another window: the form exists, as requested.
          if (!(error instanceof Conflict) || error.code !== "form_exists") throw error;
          return redirectWithFlash(here, { kind: "blank", message: sentences.exists });
        }
        return redirect(paths.formSettings({ formId: ofPath, isNew: "yes" }), 303);
      },
    },
    save: {
      failed: sentences.updateFailed,
      hide: ["password"],
      async onValid({ intent: _, tab, version, seen, textsLanguage, password, ...typed }, reply) {
        const input = toInput(typed, textsLanguage);
        const save = async (isProven: boolean) => {
          await saveTab({ access, formId, input, version, isProven }, { tab, seen });
          return done(sentences.updated, tab);
        };
        try {
          return await save(isRecentlyAuthenticated(member)).catch((error: unknown) => {
            if (!isProofNeeded(error)) throw error;
            return proveFirst(member, password, () => save(true));
          });
        } catch (error) {
          if (!isStale(error)) throw error;
          return refuse(
            describeSaved(await findOwnForm(workspaceId, formId), tab, { ...typed, ...input }),
            reply({ formErrors: [sentences.changed] }),
          );
        }
      },
    },
    "remove-logo": {
      failed: sentences.updateFailed,
      async onValid({ version }) {
        await updateForm({ access, formId, input: { logo: null }, version });
        return done(sentences.logoRemoved);
      },
    },
    delete: {
      failed: sentences.deleteFailed,
      async onValid() {
        await deleteForm(access, formId);
        return redirectWithFlash(ofPath === undefined ? here : paths.forms(), {
          kind: "success",
          message: sentences.deleted,
        });
      },
    },
  });
}

type Typed = FormSettingsValues & { order?: string | undefined; sendsToAll?: boolean | undefined };

/** @param textsLanguage the default one when the page was made: the texts that stand alone are those of it */
function toInput(typed: Typed, textsLanguage: Language | undefined): FormSettingsValues {
  const { order, sendsToAll, title, introduction, consentText, successMessage, privacyText, ...others } =
    typed;
  const own = pickGiven({ title, introduction, consentText, successMessage, privacyText }, TEXT_NAMES);
  const place = order?.split(",") ?? [];
  return {
    ...others,
    ...(textsLanguage && hasAnyField(own) ? { texts: { [textsLanguage]: own } } : own),
    ...(sendsToAll ? { sendTo: null } : {}),
    ...(others.selectedPlatforms && {
      selectedPlatforms: others.selectedPlatforms.toSorted((a, b) => place.indexOf(a) - place.indexOf(b)),
    }),
  };
}

/** Saves over what was saved on other tabs since the page was opened. @throws {Conflict} `changed_meanwhile` */
async function saveTab(
  { version, ...change }: Parameters<typeof updateForm>[0],
  { tab, seen }: { tab: FormTab; seen: string },
): Promise<void> {
  try {
    await updateForm({ ...change, version });
  } catch (error) {
    if (!isStale(error)) throw error;
    const own = await findOwnForm(change.access.workspaceId, change.formId);
    if (!own || tabVersion(presentFormSettings(own), tab) !== seen) throw error;
    await saveTab({ ...change, version: own.form.version }, { tab, seen });
  }
}

const isStale = (error: unknown): boolean => error instanceof Conflict && error.code === "changed_meanwhile";

/** Without script: the file is uploaded and shown at once. */
async function saveLogo(
  request: Request,
  { access, workspace }: Member,
  ofPath: string | undefined,
  done: () => Promise<Response>,
) {
  const contentType = request.headers.get("content-type");
  const body = (maxBytes: number) => readBytes(request, maxBytes);
  const { workspaceId } = access;
  try {
    await consume(uploadLimits(getContext().clientAddress, workspaceId));
    const upload = await readUpload({ contentType, body }, { field: "logo", maxBytes: LOGO_MAX_BYTES });
    assertShownWorkspace(upload.fields, workspace);
    const formId = toFormId(ofPath, upload.fields);
    // Before the picture is stored, which nothing would show.
    if (!(await findOwnForm(workspaceId, formId))) throw new NotFound("Form");
    const logo = await uploadLogo({ access, file: upload.file });
    await updateForm({ access, formId, input: { logo } });
  } catch (error) {
    const expected = error instanceof Response ? null : toDomainError(error);
    if (!expected) throw error;
    const message = expected instanceof TooLarge ? sentences.logoLarge : expected.message;
    const reply: FormReply<"logo"> = {
      status: "error",
      error: { logo: [message] },
      form: "logo",
      failed: sentences.logoFailed,
      requestId: getContext().requestId,
    };
    return data(reply, { status: expected.status, headers: expected.headers });
  }
  return done();
}

const isProofNeeded = (error: unknown): boolean =>
  error instanceof Forbidden && error.code === "reauthentication_required";

/** The form comes back as it was filled in, with the question. */
function proveFirst(
  member: Member,
  password: string | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  const ask = (message: string) => new Forbidden("reauthentication_required", message, "password");
  const withoutPassword = () => {
    throw ask(sentences.proofElsewhere);
  };
  if (!password && member.user.passwordHash !== null) throw ask(messages.auth.proofNeeded);
  return withProof(member, { password, withoutPassword }, work);
}

/** Another form may be the default one since the page was opened. */
export const toFormId = (ofPath: string | undefined, fields: URLSearchParams): string | undefined =>
  ofPath ?? fields.get("shownForm") ?? undefined;

function refuse(conflict: SavedElsewhere, result: SubmissionResult<string[]>) {
  const { requestId } = getContext();
  const reply = { ...result, form: "save" as const, failed: sentences.updateFailed, requestId, conflict };
  return data(reply, { status: 409 });
}

const CONSENT_FIELD = /^(texts\.[\w-]+\.)?consentText$/;

/** Without script some buttons send the whole form: it comes back changed, and unsaved. */
function changeUnsaved(fields: URLSearchParams): URLSearchParams {
  const field = fields.get("insert") ?? "";
  if (!CONSENT_FIELD.test(field)) return moveBroker(fields);
  fields.set(field, `${fields.get(field) ?? ""} ${AD_PLATFORMS_PLACEHOLDER}`.trim());
  return asUnsaved(fields, field);
}

/** An arrow of the list moves its broker. */
function moveBroker(fields: URLSearchParams): URLSearchParams {
  const [, direction, id = ""] = /^(up|down):(.+)$/.exec(fields.get("move") ?? "") ?? [];
  if (!direction) return fields;
  const ids = (fields.get("order") ?? "").split(",");
  const from = ids.indexOf(id);
  if (from >= 0)
    fields.set(
      "order",
      ids
        .toSpliced(from, 1)
        .toSpliced(Math.max(0, from + (direction === "up" ? -1 : 1)), 0, id)
        .join(","),
    );
  return asUnsaved(fields, "order");
}

function asUnsaved(fields: URLSearchParams, name: string): URLSearchParams {
  fields.set(CONTROL, JSON.stringify({ type: "validate", payload: { name } }));
  return fields;
}
