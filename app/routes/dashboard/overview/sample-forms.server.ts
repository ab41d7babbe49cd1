import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { paths } from "#app/paths.ts";
import { SamplesForm } from "#app/schemas/samples.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { showSamples } from "#app/services/overview/show-samples.server.ts";
import { clearSampleDecisions } from "./sample-decisions.server.ts";

export function handleSamplesForm(request: Request, member: Member) {
  const done = (message: string, headers?: Headers) =>
    redirectWithFlash(paths.overview(), { kind: "success", message }, headers);
  return handleForm(request, member, SamplesForm, {
    "show-samples": {
      async onValid() {
        await showSamples(member.access, true);
        return done("Sample claims are shown");
      },
    },
    "remove-samples": {
      async onValid() {
        await showSamples(member.access, false);
        return done("Sample claims removed", new Headers({ "Set-Cookie": await clearSampleDecisions() }));
      },
    },
  });
}
