import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminPage } from "#app/components/admin/admin-page.ts";
import { periodNames } from "#app/components/admin/period-names.ts";
import { UserFigures } from "#app/components/admin/user-figures.tsx";
import { UserFilters } from "#app/components/admin/user-filters.tsx";
import { UserTable } from "#app/components/admin/user-table.tsx";
import { useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { SaveError } from "#app/components/forms/save-error.tsx";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Flash } from "#app/components/layout/flash.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { actorOf, requireAdmin } from "#app/http/auth/guards.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { parseInput } from "#app/http/forms/parse-input.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentAdminUser } from "#app/presenters/admin.ts";
import { AdminUsersQuery, UsersForm } from "#app/schemas/admin.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { listUsers } from "#app/services/admin/list-users.server.ts";
import { findObjection } from "#app/services/admin/may-manage.server.ts";
import { getUserStatistics } from "#app/services/admin/user-statistics.server.ts";
import { userForms } from "./user-forms.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle = adminPage("Users");

const PERIOD = "28days";

const readQuery = (request: Request) =>
  parseInput(AdminUsersQuery, Object.fromEntries(new URL(request.url).searchParams));

export const loader = page(async ({ request, context }: LoaderFunctionArgs) => {
  const { user, workspace } = await requireAdmin(request);
  const query = readQuery(request);
  const { timeZone } = workspace;
  const [{ users, pagination }, statistics] = await Promise.all([
    listUsers(query),
    // Without the figures the list still stands.
    getUserStatistics({ period: PERIOD, timeZone }).catch((error: unknown) => {
      toErrorResponse(error, context.requestId);
      return null;
    }),
  ]);
  // The last user of a page was deleted.
  if (query.page > pagination.totalPages) {
    const { page: _page, limit: _limit, ...filters } = query;
    throw redirect(paths.adminUsers({ ...present(filters), page: pagination.totalPages }));
  }
  return {
    query,
    users: users.map((listed) => ({
      ...presentAdminUser(listed),
      objection: findObjection(user, listed.user)?.message ?? null,
    })),
    pagination,
    statistics,
    canChangeRole: user.role === "superadmin",
    now: new Date().toISOString(),
    timeZone,
  };
});

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const signedIn = await requireAdmin(request);
  const { pathname, search } = new URL(request.url);
  return handleForm(request, UsersForm, userForms(actorOf(signedIn), pathname + search));
});

const present = (filters: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? null]));

export default function Users() {
  const { query, users, pagination, statistics, canChangeRole, now, timeZone } =
    useLoaderData<typeof loader>();
  const address = useQueryLinks();
  const reply = useFormReply<typeof action>();
  const { page, search, role, status } = query;
  return (
    <Page>
      <Flash />
      <SaveError reply={reply} />
      <ErrorSummary formId="user" lastResult={reply} absent={["userId", "role", "isActive"]} />
      <h1>Users</h1>
      {statistics ? (
        <UserFigures statistics={statistics} periodName={periodNames[PERIOD]} />
      ) : (
        <Alert tone="alarm">{messages.admin.statisticsFailed}</Alert>
      )}
      <UserFilters query={query} address={address} />
      {users.length > 0 ? (
        <>
          <UserTable
            users={users}
            canChangeRole={canChangeRole}
            query={present({ search, role, status, page: page > 1 ? String(page) : undefined })}
            now={now}
            timeZone={timeZone}
          />
          <Pagination
            pagination={{ ...pagination, pages: pagination.totalPages }}
            toPage={(number) => address({ page: number === 1 ? null : number })}
          />
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

export function ErrorBoundary() {
  return <RouteErrorBoundary fact={messages.admin.usersFailed} />;
}
