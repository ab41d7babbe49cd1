import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { paths } from "#app/paths.ts";
import { SamplesForm } from "#app/schemas/samples.ts";
import { showSamples } from "#app/services/overview/show-samples.server.ts";

export function handleSamplesForm(request: Request, workspaceId: string) {
  const done = (message: string) => redirectWithFlash(paths.overview(), { kind: "success", message });
  return handleForm(request, SamplesForm, {
    "show-samples": {
      async onValid() {
        await showSamples(workspaceId, true);
        return done("Sample claims are shown");
      },
    },
    "remove-samples": {
      async onValid() {
        await showSamples(workspaceId, false);
        return done("Sample claims removed");
      },
    },
  });
}
