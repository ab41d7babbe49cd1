import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentForm, presentForms } from "#app/presenters/form-settings.ts";
import { FormsResponse, NewFormInput, OneFormResponse } from "#app/schemas/form-settings.ts";
import { isProven } from "#app/services/auth/sessions/sessions.server.ts";
import { addForm, copyForm } from "#app/services/form-settings/form-settings.server.ts";
import { findAllForms } from "#app/services/form-settings/own-forms.server.ts";

const path = "/api/forms";

const handle = endpoint(
  get({
    path,
    summary: "Your forms in their order, archived ones too",
    description: "Their addresses, texts, brokers and look, and which one is the default.",
    auth: "user",
    action: "settings:read",
    response: FormsResponse,
    run: async ({ workspace }) => ({ forms: presentForms(await findAllForms(workspace.id)) }),
  }),
  post({
    path,
    summary: "Create one more form; what is left out gets a sensible text",
    description:
      "With `copyOf` it has the settings of that form except its address, and what is sent beside it; the copy of a closed or archived form is closed. The first form is the default one. How many forms can be active depends on the plan: archived ones do not count.",
    auth: "user",
    action: "settings:write",
    body: NewFormInput,
    example: { name: "Instagram", slug: "casa-iria-instagram" },
    response: OneFormResponse,
    status: 201,
    errors: {
      403: ["reauthentication_required"],
      404: ["not_found"],
      409: ["slug_taken", "too_many_forms"],
    },
    run: async ({ access, workspace, user, session, body: { copyOf, ...input } }) => ({
      form: presentForm(
        copyOf === undefined
          ? // A key has no user.
            await addForm({
              access,
              workspace,
              owner: user ?? undefined,
              input,
              isProven: isProven(session),
            })
          : await copyForm({ access, formId: copyOf, input, isProven: isProven(session) }),
      ),
    }),
  }),
);

export const loader = handle;
export const action = handle;
