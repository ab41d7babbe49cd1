import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { Unauthenticated } from "#app/lib/errors.ts";
import { MemberCodeResponse } from "#app/schemas/telegram.ts";
import { createMemberCode } from "#app/services/telegram/desk/desk-chats.server.ts";

const handle = endpoint(
  post({
    path: "/api/telegram/member-code",
    summary: "Make the link with which a member hears of claims in Telegram",
    description:
      "Whoever opens the link and presses Start is told there of new claims and what needs the member, and decides with the member's role. It works once, for ten minutes, and replaces the one before. For members with a password or provider sign-in of the last 15 minutes; closed to support and API keys.",
    auth: "user",
    action: "chats:link",
    needsRecentAuthentication: true,
    response: MemberCodeResponse,
    errors: { 409: ["no_bot"] },
    run: async ({ session }) => {
      // API keys never come here: the action is no scope.
      if (!session) throw new Unauthenticated();
      const { url, expiresAt } = await createMemberCode({ access: session.access });
      return { url, expiresAt: expiresAt.toISOString() };
    },
  }),
);

export const loader = handle;
export const action = handle;
