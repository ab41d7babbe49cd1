import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ContractEditor } from "#app/components/contracts/contract-editor.tsx";
import { TriedMonths } from "#app/components/contracts/tried-months.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { pick } from "#app/lib/objects.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { paths } from "#app/paths.ts";
import { type ContractFields, NewContractForm } from "#app/schemas/contract-form.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createContract } from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { redirectIfMissing } from "../platform-actions.server.ts";
import { listChoices, readContractForm, tryContract } from "./contract-page.server.ts";

const sentences = messages.contracts;

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded ? `New contract with ${loaded.platform.name}` : "New contract"),
  description: "What a broker pays for, from a month on.",
};

export const loader = page(requireMember("platforms:write"), async ({ params, member }) => {
  const { id: workspaceId, timeZone, currency } = member.workspace;
  const platform = await getPlatform({ workspaceId, platformId: params.platformId ?? "" });
  const contracts = platform.contracts ?? [];
  let month = plusMonths(dayIn(timeZone, new Date()).slice(0, 7), 1);
  while (contracts.some(({ startsOn }) => startsOn === `${month}-01`)) month = plusMonths(month, 1);
  const proposed: ContractFields = { startsOn: month, timeZone, currency };
  return {
    platform: pick(platform, ["id", "name"]),
    proposed,
    choices: listChoices({ startsOn: `${month}-01`, timeZone }, contracts),
  };
});

export const action = page(requireMember("platforms:write"), async ({ request, params, member }) => {
  const { access } = member;
  const platformId = params.platformId ?? "";
  return handleForm(await readContractForm(request), member, NewContractForm, {
    save: {
      failed: sentences.saveFailed,
      onValid: ({ input, dryRun }, reply) =>
        redirectIfMissing(sentences.saveFailed, async () => {
          if (dryRun) return tryContract({ workspace: member.workspace, platformId, input }, reply({}));
          await createContract({ access, platformId, input });
          return redirectWithFlash(paths.platform({ platformId }), {
            kind: "success",
            message: sentences.created,
          });
        }),
    },
  });
});

export const clientAction = keepPageOnError(() => sentences.saveFailed);

export default function NewContract() {
  const { platform, proposed, choices } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const tried = reply && "tried" in reply ? reply.tried : null;
  return (
    <Page>
      <PageHeader
        title="New contract"
        parent={{ to: paths.platform({ platformId: platform.id }), label: platform.name }}
      />
      {tried ? <TriedMonths months={tried} /> : null}
      <ContractEditor saved={proposed} choices={choices} conflict={undefined} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
