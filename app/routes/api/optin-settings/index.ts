import { del, endpoint, get, post, put } from "#app/http/api/endpoint.server.ts";
import { presentFormSettings } from "#app/presenters/form-settings.ts";
import {
  FormSettingsChange,
  FormSettingsInput,
  OneSettingsResponse,
  OwnSettingsResponse,
} from "#app/schemas/form-settings.ts";
import { isProven } from "#app/services/auth/sessions/sessions.server.ts";
import { createForm, deleteForm, updateForm } from "#app/services/form-settings/form-settings.server.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";

const path = "/api/optin-settings";

const handle = endpoint(
  get({
    path,
    summary: "The settings of your form, or null without one",
    description: "The form of the workspace that the call is made in.",
    auth: "user",
    action: "settings:read",
    response: OwnSettingsResponse,
    run: async ({ workspace }) => {
      const own = await findOwnForm(workspace.id);
      return { settings: own && presentFormSettings(own) };
    },
  }),
  post({
    path,
    summary: "Create your form; what is left out gets a sensible text",
    description:
      "The slug is the form's address, unique on this site; earlier ones of the form lead to it. A workspace has one form: a second one is a 409.",
    auth: "user",
    action: "settings:write",
    body: FormSettingsInput,
    example: {
      slug: "casa-iria",
      title: "Confirm your deposit",
    },
    response: OneSettingsResponse,
    status: 201,
    errors: { 403: ["reauthentication_required"], 409: ["form_exists", "slug_taken"] },
    run: async ({ access, workspace, user, session, body }) => ({
      // A key has no user.
      settings: presentFormSettings(
        await createForm({
          access,
          workspace,
          owner: user ?? undefined,
          input: body,
          isProven: isProven(session),
        }),
      ),
    }),
  }),
  put({
    path,
    summary: "Change any settings; with `version`, a save in between is a 409",
    description:
      "What is not sent stays as it is. A changed consentText makes a new consent version; submissions keep the text that their visitor saw. Another redirectUrl, privacyUrl or frame origin asks for a recent password, unless an API key sets it.",
    auth: "user",
    action: "settings:write",
    body: FormSettingsChange,
    example: { amountField: "required", successMessage: "Thank you. We check it within a day." },
    response: OneSettingsResponse,
    errors: {
      403: ["reauthentication_required"],
      404: ["not_found"],
      409: ["changed_meanwhile", "slug_taken"],
    },
    run: async ({ access, session, body: { version, ...input } }) => ({
      settings: presentFormSettings(
        await updateForm({ access, input, version, isProven: isProven(session) }),
      ),
    }),
  }),
  del({
    path,
    summary: "Delete your form; its submissions stay, its slug stays yours",
    description: "The form's address is a 404 from then on. Open deliveries go on.",
    auth: "user",
    action: "settings:write",
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ access }) => deleteForm(access),
  }),
);

export const loader = handle;
export const action = handle;
