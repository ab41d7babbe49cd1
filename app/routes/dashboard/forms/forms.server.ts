import { redirect } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { type FormHandler, handleForm } from "#app/http/forms/handle-form.server.ts";
import { paths } from "#app/paths.ts";
import { type FormAction, FormsForm } from "#app/schemas/form-settings.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import {
  addForm,
  copyForm,
  deleteForm,
  moveForm,
  updateForm,
} from "#app/services/form-settings/form-settings.server.ts";
import type { FormPlace } from "#app/services/form-settings/place-form.server.ts";

const sentences = messages.formSettings;

export function handleForms(request: Request, member: Member) {
  const { access, workspace, user } = member;
  const action = (
    run: (formId: string) => Promise<unknown>,
    message: string,
    failed: string = sentences.updateFailed,
  ): FormHandler<{ intent: FormAction; formId: string }, Response> => ({
    failed,
    async onValid({ formId }) {
      await run(formId);
      return redirectWithFlash(paths.forms(), { kind: "success", message });
    },
  });
  const place = (formPlace: FormPlace, message: string) =>
    action((formId) => updateForm({ access, formId, place: formPlace }), message);
  return handleForm(request, member, FormsForm, {
    create: {
      failed: sentences.createFailed,
      async onValid({ name, copyOf, languages }) {
        if (copyOf) {
          const { form } = await copyForm({ access, formId: copyOf, input: { name } });
          return open(form, copied(form));
        }
        const { form } = await addForm({ access, workspace, owner: user, input: { name, ...languages } });
        return redirect(paths.formSettings({ formId: form.id, isNew: "yes" }), 303);
      },
    },
    copy: {
      failed: sentences.createFailed,
      async onValid({ formId }) {
        const { form } = await copyForm({ access, formId });
        return open(form, copied(form));
      },
    },
    up: action((formId) => moveForm(access, formId, -1), sentences.moved),
    down: action((formId) => moveForm(access, formId, 1), sentences.moved),
    default: place({ isDefault: true }, sentences.madeDefault),
    archive: place({ isArchived: true }, sentences.archived),
    restore: place({ isArchived: false }, sentences.restored),
    delete: action((formId) => deleteForm(access, formId), sentences.deleted, sentences.deleteFailed),
  });
}

const copied = ({ isActive }: { isActive: boolean }) =>
  isActive ? sentences.copied : sentences.copiedClosed;

/** A new form's settings. */
const open = ({ id: formId }: { id: string }, message: string) =>
  redirectWithFlash(paths.formSettings({ formId }), { kind: "success", message });
