import { Link, useLoaderData } from "@remix-run/react";
import clsx from "clsx";
import { TypedDeletion } from "#app/components/accounts/typed-deletion.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { DeleteWorkspaceForm } from "#app/schemas/team.ts";
import { deleteWorkspace } from "#app/services/workspaces/create-workspace.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Delete workspace",
  description: "Deletes the workspace with its form, brokers and claims.",
};

const requireOwner = requireRecentAuthentication({ action: "workspace:write" });

export const loader = page(requireOwner, async ({ member }) => {
  const { workspace } = member;
  return { id: workspace.id, name: workspace.name };
});

export const action = page(requireOwner, async ({ request, member }) => {
  const { access, workspace } = member;
  return handleForm(request, member, DeleteWorkspaceForm, {
    delete: {
      async onValid({ name, workspaceId }) {
        if (name !== workspace.name || workspaceId !== workspace.id)
          throw new Invalid([{ field: "name", message: messages.team.typeName }]);
        await deleteWorkspace(access);
        const message = messages.team.deleted;
        return redirectWithFlash(paths.overview(), { kind: "success", message });
      },
    },
  });
});

export default function DeleteWorkspace() {
  const { id, name } = useLoaderData<typeof loader>();
  const label = (
    <>
      Type the name of the workspace, <bdi className={clsx(text.strong, text.breakable)}>{name}</bdi>
    </>
  );
  const below = (errors: string[]) => (
    <>
      <input type="hidden" name="workspaceId" value={id} />
      {errors.includes(messages.team.hasMembers) ? (
        <p>
          <Link to={paths.settings({ section: "team" })}>Go to the team page</Link> to remove the others.
        </p>
      ) : null}
      {errors.includes(messages.team.onlyWorkspace) ? (
        <p>
          <Link to={paths.deleteAccount()}>Go to the page that deletes your account</Link>.
        </p>
      ) : null}
    </>
  );
  return (
    <TypedDeletion
      title="Delete workspace"
      field="name"
      keepTo={paths.settings({ section: "team" })}
      label={label}
      below={below}
    >
      The form of <bdi className={text.breakable}>{name}</bdi> is closed and its keys stop working at once.
      Its claims, deliveries, brokers and connections are erased within minutes; events that are still waiting
      will not be sent. Your account and your other workspaces stay.
    </TypedDeletion>
  );
}
