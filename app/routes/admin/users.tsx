import { useLoaderData } from "@remix-run/react";
import { periodNames } from "#app/components/admin/period-names.ts";
import { UserFigures } from "#app/components/admin/user-figures.tsx";
import { UserFilters } from "#app/components/admin/user-filters.tsx";
import { UserTable } from "#app/components/admin/user-table.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { usePageLinks, useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { requireAdmin, toActor } from "#app/http/auth/guards.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { UsersForm } from "#app/schemas/admin.ts";
import { userFormFailures } from "#app/schemas/form-failures.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { userForms } from "./user-forms.server.ts";
import { loadUsersPage } from "./users-page.server.ts";

export const clientAction = keepPageOnError((intent) => userFormFailures[intent]);

export const handle: PageHandle = {
  title: "Users",
  description: "All users of this installation, with their role, plan and status.",
};

export const loader = page(requireAdmin, async ({ request, context, member }) =>
  loadUsersPage(member, request, context.requestId),
);

export const action = page(requireAdmin, async ({ request, member }) => {
  const { pathname, search } = new URL(request.url);
  return handleForm(request, member, UsersForm, userForms(toActor(member), pathname + search));
});

export default function Users() {
  const { filters, ignored, query, users, pagination, period, statistics, canChangeRole, now, timeZone } =
    useLoaderData<typeof loader>();
  const address = useQueryLinks();
  const toPage = usePageLinks();
  return (
    <Page errors={{ absent: ["userId", "role", "isActive"] }}>
      <h1>Users</h1>
      {statistics ? (
        <UserFigures statistics={statistics} periodName={periodNames[period]} />
      ) : (
        <Alert tone="alarm">{messages.loading.userStatistics}</Alert>
      )}
      <UserFilters filters={filters} address={address} />
      <IgnoredFilters labels={ignored} />
      {users.length > 0 ? (
        <>
          <UserTable
            users={users}
            canChangeRole={canChangeRole}
            query={query}
            now={now}
            timeZone={timeZone}
          />
          <Pagination pagination={{ ...pagination, pages: pagination.totalPages }} toPage={toPage} />
        </>
      ) : (
        <EmptyState
          title="No users match"
          actions={<ButtonLink to={paths.adminUsers()}>Show all users</ButtonLink>}
        >
          Remove a filter, or check the spelling.
        </EmptyState>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
