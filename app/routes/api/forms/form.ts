import { del, endpoint, get, patch } from "#app/http/api/endpoint.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { presentForm } from "#app/presenters/form-settings.ts";
import { FormChange, OneFormResponse } from "#app/schemas/form-settings.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { isProven } from "#app/services/auth/sessions/sessions.server.ts";
import { deleteForm, updateForm } from "#app/services/form-settings/form-settings.server.ts";
import { findOwnForm, listFormChoices } from "#app/services/form-settings/own-forms.server.ts";

const path = "/api/forms/{id}";

const handle = endpoint(
  get({
    path,
    summary: "One of your forms",
    description: "Archived ones too. A deleted form is not found.",
    auth: "user",
    action: "settings:read",
    params: idParams("form"),
    response: OneFormResponse,
    errors: { 404: ["not_found"] },
    run: async ({ workspace, params }) => {
      const own = await findOwnForm(workspace.id, params.id);
      if (!own) throw new NotFound("Form");
      const choices = await listFormChoices(workspace.id);
      return {
        form: presentForm(
          own,
          choices.some(({ id, isDefault }) => isDefault && id === params.id),
        ),
      };
    },
  }),
  patch({
    path,
    summary: "Change any settings of a form, or its place; with `version`, a save in between is a 409",
    description:
      "With `isDefault: true` it becomes the default form; `isArchived` closes it for visitors or opens it again; `position` moves it in the order. Archiving the default makes the next active form the default. Another redirectUrl, privacyUrl or frame origin asks for a recent password, unless an API key sets it.",
    auth: "user",
    action: "settings:write",
    params: idParams("form"),
    body: FormChange,
    example: { name: "Instagram", position: 0 },
    response: OneFormResponse,
    errors: {
      403: ["reauthentication_required"],
      404: ["not_found"],
      409: ["changed_meanwhile", "slug_taken", "too_many_forms"],
    },
    run: async ({ access, session, params, body }) => ({
      form: presentForm(
        await updateForm({ access, formId: params.id, ...body, isProven: isProven(session) }),
      ),
    }),
  }),
  del({
    path,
    summary: "Delete a form; its submissions stay, its slug stays yours",
    description:
      "Its address is a 404 from then on. Open deliveries go on. If it was the default, the next active form becomes it.",
    auth: "user",
    action: "settings:write",
    params: idParams("form"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access, params }) => deleteForm(access, params.id),
  }),
);

export const loader = handle;
export const action = handle;
