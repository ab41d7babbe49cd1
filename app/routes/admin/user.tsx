import { redirect, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EnterSupport, UserSessions } from "#app/components/admin/access-panels.tsx";
import { SubscriptionPanel } from "#app/components/admin/subscription-panel.tsx";
import { UserActions } from "#app/components/admin/user-actions.tsx";
import { UserFacts } from "#app/components/admin/user-facts.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { requireAdmin, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { UserForm } from "#app/schemas/admin.ts";
import { userFormFailures } from "#app/schemas/form-failures.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { enterSupport } from "#app/services/admin/enter-support.server.ts";
import { endUserSessions } from "#app/services/admin/manage-users.server.ts";
import { endSubscription, grantSubscription } from "#app/services/admin/subscriptions.server.ts";
import { renewCookieToken } from "#app/services/auth/credentials/reauthentication.server.ts";
import { userForms } from "./user-forms.server.ts";
import { loadUserPage, readLastDay } from "./user-page.server.ts";

export const clientAction = keepPageOnError((intent) => userFormFailures[intent]);

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (data) => data?.user.name ?? "User",
  description: "A user’s account, plan, sessions and workspaces, and what an administrator may change.",
};

export const loader = page(requireAdmin, async ({ params, member }) =>
  loadUserPage(member, params.userId ?? ""),
);

export const action = page(requireAdmin, async ({ request, params, member }) => {
  const { userId = "" } = params;
  const here = paths.adminUser({ userId });
  const actor = toActor(member);
  const done = (message: string) => redirectWithFlash(here, { kind: "success", message });
  return handleForm(request, member, UserForm, {
    ...userForms(actor, here),
    "end-sessions": {
      async onValid() {
        await endUserSessions({ actor, userId });
        return done(messages.admin.sessionsEnded);
      },
    },
    grant: {
      async onValid({ plan, amount, endsOn }) {
        const endsAt = readLastDay(endsOn, member.workspace.timeZone);
        await grantSubscription({ actor, userId, plan, amount, endsAt });
        return done(messages.admin.granted);
      },
    },
    "end-subscription": {
      async onValid({ next }) {
        await endSubscription({ actor, userId, next });
        return done(messages.admin.subscriptionEnded);
      },
    },
    "enter-support": {
      async onValid({ accessId }) {
        await enterSupport({ actor, sessionId: member.sessionId, userId, accessId });
        const headers = {
          "Set-Cookie": await sessionCookie.serialize(await renewCookieToken(member.sessionId)),
        };
        return redirect(paths.overview(), { status: 303, headers });
      },
    },
  });
});

export default function UserPage() {
  const { user, canChangeRole, objection, support, sessions, grants, used, now, timeZone } =
    useLoaderData<typeof loader>();
  const view = { now, timeZone };
  return (
    <Page errors={{ except: ["grant"], absent: ["userId", "role", "isActive"] }}>
      <PageHeader title={user.name} parent={{ to: paths.adminUsers(), label: "Users" }} />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <UserFacts user={user} {...view} />
          <SubscriptionPanel
            subscription={user.subscription}
            grants={grants}
            used={used}
            canChange={objection === null}
            {...view}
          />
        </div>
        <div className={layout.stack}>
          <Panel title="Manage">
            <PanelBody>
              <UserActions
                user={{ ...user, id: user._id, objection }}
                canChangeRole={canChangeRole}
                deleteTo={paths.deleteUser({ userId: user._id })}
              />
            </PanelBody>
          </Panel>
          <EnterSupport accesses={support} {...view} />
          <UserSessions sessions={sessions} canEnd={objection === null} {...view} />
        </div>
      </div>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
