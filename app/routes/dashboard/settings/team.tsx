import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { InvitationList } from "#app/components/workspaces/invitation-list.tsx";
import { InvitePanel } from "#app/components/workspaces/invite-panel.tsx";
import { MemberList } from "#app/components/workspaces/member-list.tsx";
import { LeavePanel, TransferPanel } from "#app/components/workspaces/ownership-panel.tsx";
import {
  DeleteWorkspacePanel,
  NamePanel,
  NewWorkspacePanel,
} from "#app/components/workspaces/workspace-panels.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { presentInvitation, presentMember } from "#app/presenters/team.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findKeyNames } from "#app/services/auth/credentials/manage-api-keys.server.ts";
import { listInvitations } from "#app/services/team/invitations.server.ts";
import { listMembers } from "#app/services/team/members.server.ts";
import { sortMemberships } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { teamDraft } from "./draft-cookies.server.ts";
import { handleTeamForm } from "./team-forms.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Team",
  description: "The members of your workspace, their roles and open invitations.",
};

export const loader = page(requireMember("members:read"), async ({ request, member }) => {
  const { user, workspace, role } = member;
  const typed = await teamDraft.parse(request, member.sessionId);
  const canManage = isAllowed(role, "members:write");
  const [members, invitations, keyNames] = await Promise.all([
    listMembers(workspace.id, role),
    canManage ? listInvitations(workspace.id) : [],
    canManage ? findKeyNames(workspace.id) : new Map<string, string[]>(),
  ]);
  const loaded = {
    userId: user.id,
    role,
    name: workspace.name,
    canManage,
    hasOtherWorkspaces: sortMemberships(user).length > 1,
    members: members.map((one) => ({ ...presentMember(one), keyNames: keyNames.get(one.userId) ?? [] })),
    invitations: invitations.map(presentInvitation),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
    typed,
  };
  return data(loaded, typed ? { headers: { "Set-Cookie": await teamDraft.clear() } } : {});
});

export const action = page(requireMember("members:read"), async ({ request, member }) =>
  handleTeamForm(request, member),
);

export default function Team() {
  const { userId, role, name, canManage, hasOtherWorkspaces, members, invitations, now, timeZone, typed } =
    useLoaderData<typeof loader>();
  const others = members.filter((member) => member.userId !== userId && member.isActive);
  // Support is not a member.
  const isMember = members.some((member) => member.userId === userId);
  const isLastOwner = role === "owner" && others.every((member) => member.role !== "owner");
  return (
    <>
      <LastAction errors={{ except: ["invite", "rename", "create"], absent: ["role", "userId"] }} />
      {typed ? (
        <Alert tone="copper" role="status">
          {messages.team.notDoneYet[typed.intent]}
        </Alert>
      ) : null}
      <MemberList
        members={members}
        userId={userId}
        canManage={canManage}
        chosen={typed?.intent === "role" ? typed : null}
        view={{ now, timeZone }}
      />
      {canManage ? (
        <>
          <InvitationList invitations={invitations} now={now} timeZone={timeZone} />
          <InvitePanel
            key={members.length + invitations.length}
            typed={typed?.intent === "invite" ? typed : null}
          />
          <NamePanel key={name} name={name} />
        </>
      ) : null}
      {role === "owner" && others.length > 0 ? (
        <TransferPanel members={others} chosenId={typed?.intent === "transfer" ? typed.userId : undefined} />
      ) : null}
      {members.length > 1 && isMember ? <LeavePanel name={name} isLastOwner={isLastOwner} /> : null}
      {isMember ? <NewWorkspacePanel /> : null}
      {role === "owner" && hasOtherWorkspaces ? (
        <DeleteWorkspacePanel name={name} isAlone={members.length === 1} />
      ) : null}
    </>
  );
}
