import { useLoaderData } from "@remix-run/react";
import { DeletionQuestion } from "#app/components/admin/deletion-question.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { requireAdmin, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { DeleteUserForm } from "#app/schemas/admin.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { getUser } from "#app/services/admin/list-users.server.ts";
import { deleteUser } from "#app/services/admin/manage-users.server.ts";
import { findObjection } from "#app/services/admin/may-manage.server.ts";
import { planDeletion } from "#app/services/admin/plan-deletion.server.ts";

export const clientAction = keepPageOnError(() => messages.admin.deleteFailed);

export const handle: PageHandle = {
  title: "Delete user",
  description: "Deletes a user’s account and everything that belongs to it.",
};

/** The list that the question was asked from, on its page. */
const toListPath = (request: Request) =>
  paths.adminUsers(Object.fromEntries(new URL(request.url).searchParams));

export const loader = page(requireAdmin, async ({ request, params, member }) => {
  const { user } = await getUser(params.userId ?? "");
  return {
    user: { id: user.id, name: user.name, email: user.email, username: user.username },
    objection: findObjection(member.user, user)?.message ?? null,
    plan: await planDeletion(user.id),
    list: toListPath(request),
  };
});

export const action = page(requireAdmin, async ({ request, params, member }) => {
  const actor = toActor(member);
  return handleForm(request, member, DeleteUserForm, {
    delete: {
      failed: messages.admin.deleteFailed,
      async onValid({ newOwnerId }) {
        await deleteUser({ actor, userId: params.userId ?? "", newOwnerId });
        return redirectWithFlash(toListPath(request), { kind: "success", message: messages.admin.deleted });
      },
    },
  });
});

export default function DeleteUser() {
  const { user, objection, plan, list } = useLoaderData<typeof loader>();
  return (
    <Page errors={{}}>
      <PageHeader title={`Delete ${user.name}`} parent={{ to: list, label: "Users" }} />
      <DeletionQuestion user={user} objection={objection} plan={plan} keepTo={list} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
