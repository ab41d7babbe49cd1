import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ContractEditor } from "#app/components/contracts/contract-editor.tsx";
import { ContractFactsPanel } from "#app/components/contracts/contract-panels.tsx";
import { TriedMonths } from "#app/components/contracts/tried-months.tsx";
import { ConfirmedPost } from "#app/components/forms/confirmed-post.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { describeContractDays } from "#app/lib/describe-contract.ts";
import { pick } from "#app/lib/objects.ts";
import { paths } from "#app/paths.ts";
import { presentContract } from "#app/presenters/contract.ts";
import { ContractForm, FORM_STEPS_MAX, writeContract } from "#app/schemas/contract-form.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  contractVersion,
  deleteContract,
  getContract,
} from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { redirectIfMissing } from "../platform-actions.server.ts";
import {
  listChoices,
  readContractForm,
  refuseContract,
  saveContractChange,
  tryContract,
} from "./contract-page.server.ts";

const sentences = messages.contracts;

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded ? `Contract with ${loaded.platform.name}` : "Contract"),
  description: "What a broker pays for, and in which months.",
};

export const loader = page(requireMember("settings:read"), async ({ params, member }) => {
  const { workspace, role } = member;
  const one = { workspaceId: workspace.id, platformId: params.platformId ?? "" };
  const platform = await getPlatform(one);
  const contract = await getContract({ ...one, contractId: params.contractId ?? "" });
  const shown = presentContract(contract);
  const choices = listChoices(contract, platform.contracts ?? []);
  const steps = shown.parts.reduce((sum, part) => sum + part.steps.length, 0);
  const canEdit = isAllowed(role, "platforms:write");
  return {
    platform: pick(platform, ["id", "name"]),
    contract: shown,
    today: dayIn(contract.timeZone, new Date()),
    steps,
    canEdit,
    saved: {
      ...writeContract(shown, contract.endsOn === choices.endedOn ? null : contract.endsOn),
      seen: contractVersion(contract),
    },
    choices,
  };
});

export const action = page(requireMember("platforms:write"), async ({ request, params, member }) => {
  const { access } = member;
  const platformId = params.platformId ?? "";
  const one = { access, platformId, contractId: params.contractId ?? "" };
  const broker = paths.platform({ platformId });
  const leave = (message: string) => redirectWithFlash(broker, { kind: "success", message });
  return handleForm(await readContractForm(request), member, ContractForm, {
    save: {
      failed: sentences.saveFailed,
      onValid({ input, seen, dryRun }, reply) {
        const save = async () => {
          if (dryRun) return tryContract({ workspace: member.workspace, platformId, input }, reply({}));
          const conflict = await saveContractChange(one, input, seen);
          if (conflict) return refuseContract(conflict, reply({ formErrors: [sentences.changedMeanwhile] }));
          return leave(sentences.saved);
        };
        return redirectIfMissing(sentences.saveFailed, save, broker);
      },
    },
    delete: {
      failed: sentences.deleteFailed,
      onValid() {
        const remove = async () => {
          await deleteContract(one);
          return leave(sentences.deleted);
        };
        return redirectIfMissing(sentences.deleteFailed, remove, broker);
      },
    },
  });
});

export const clientAction = keepPageOnError((intent) =>
  intent === "delete" ? sentences.deleteFailed : sentences.saveFailed,
);

export default function ContractPage() {
  const { platform, contract, today, steps, canEdit, saved, choices } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const conflict = reply && "conflict" in reply ? reply.conflict : undefined;
  const tried = reply && "tried" in reply ? reply.tried : null;
  const isLong = steps > FORM_STEPS_MAX;
  return (
    <Page errors={{ except: ["save"] }}>
      <PageHeader
        title={describeContractDays(contract, today)}
        parent={{ to: paths.platform({ platformId: platform.id }), label: platform.name }}
        actions={
          canEdit ? (
            <ConfirmedPost
              intent="delete"
              summary="Delete…"
              title="Delete this contract?"
              label="Delete contract"
              pending="Deleting"
            >
              <p className={text.secondary}>
                Its months have no contract then, or the one before. What was earned stays.
              </p>
            </ConfirmedPost>
          ) : null
        }
      />
      {tried ? <TriedMonths months={tried} /> : null}
      {canEdit && !isLong ? (
        <ContractEditor key={contract.id} saved={saved} choices={choices} conflict={conflict} />
      ) : (
        <>
          {canEdit ? <Alert tone="copper">{sentences.tooLongForForm(steps)}</Alert> : null}
          <ContractFactsPanel contract={contract} today={today} />
        </>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
