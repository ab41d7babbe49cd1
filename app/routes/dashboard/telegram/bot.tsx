import { redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ConnectionCheckPanel } from "#app/components/connections/connection-check.tsx";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { BotPanel } from "#app/components/telegram/bot-panel.tsx";
import { ConnectBot, DisconnectBot, ReplaceToken } from "#app/components/telegram/connect-bot.tsx";
import { TelegramTabs } from "#app/components/telegram/telegram-tabs.tsx";
import text from "#app/components/ui/text.module.css";
import { config } from "#app/env.server.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { withProof } from "#app/http/auth/with-proof.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentTelegramBot } from "#app/presenters/telegram.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { TelegramForm } from "#app/schemas/telegram.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { checkBot } from "#app/services/telegram/bots/check-bot.server.ts";
import { connectBot, disconnectBot } from "#app/services/telegram/bots/connect-bot.server.ts";
import { describeBot, findBot } from "#app/services/telegram/bots/find-bot.server.ts";
import { checkDoors } from "#app/services/telegram/doors/check-doors.server.ts";
import { countDue } from "#app/services/telegram/doors/manage-doors.server.ts";
import { telegramVariables } from "#app/services/telegram/variables.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Telegram",
  description: "The bot with which people go on in Telegram, and whether it answers.",
};

export const loader = page(requireMember("connections:read"), async ({ member }) => {
  const { workspace, role } = member;
  const bot = await findBot(workspace.id);
  return {
    bot: bot && presentTelegramBot(bot, await describeBot(bot)),
    link: bot && `${telegramVariables.linkUrl}/${bot.username}`,
    due: isAllowed(role, "doors:read") ? await countDue(workspace.id) : 0,
    isOwner: isAllowed(role, "workspace:write"),
    isProven: isRecentlyAuthenticated(member),
    hasSandbox: config.hasSandbox,
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

export const action = page(requireMember("workspace:write"), async ({ request, member }) => {
  const { access, workspace } = member;
  const done = (message: string) => redirectWithFlash(paths.telegram(), { kind: "success", message });
  const withoutPassword = () => redirect(paths.reauthenticate({ returnTo: paths.telegram() }), 303);
  return handleForm(request, member, TelegramForm, {
    connect: {
      hide: ["token", "password"],
      failed: messages.telegram.notConnected,
      async onValid({ token, password }) {
        return withProof(member, { password, withoutPassword }, async () => {
          await connectBot({ access, token });
          return done(messages.telegram.connected);
        });
      },
    },
    check: {
      async onValid() {
        const { checks } = await checkBot({ access, timeZone: workspace.timeZone });
        const rights = await checkDoors({ access });
        return { form: "checked" as const, at: new Date().toISOString(), checks: [...checks, ...rights] };
      },
    },
    disconnect: {
      hide: ["password"],
      async onValid({ password }) {
        return withProof(member, { password, withoutPassword }, async () => {
          await disconnectBot({ access });
          return done(messages.telegram.disconnected);
        });
      },
    },
  });
});

export default function TelegramBotPage() {
  const { bot, link, due, isOwner, isProven, hasSandbox, now, timeZone } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  return (
    <Page errors={{ except: ["connect", "disconnect"] }}>
      <SectionHeader of="adPlatforms" />
      <TelegramTabs tab="bot" due={due} />
      <p className={text.secondary}>
        People who come from an ad can go on in Telegram: your bot asks what the form asks, and the click of
        the ad stays with the claim.
      </p>
      {bot && link ? (
        <BotPanel bot={bot} link={link} isOwner={isOwner} now={now} timeZone={timeZone} />
      ) : isOwner ? (
        <ConnectBot isProven={isProven} hasSandbox={hasSandbox} />
      ) : (
        <p>No bot is connected. Only owners connect one.</p>
      )}
      {reply?.form === "checked" && bot ? (
        <ConnectionCheckPanel
          name="Telegram"
          result={{ at: reply.at, checks: reply.checks, outcomes: [], isResumed: false }}
          timeZone={timeZone}
          hasOutcomes={false}
        />
      ) : null}
      {bot && isOwner ? (
        <>
          <ReplaceToken username={bot.username} isProven={isProven} hasSandbox={hasSandbox} />
          <DisconnectBot username={bot.username} isProven={isProven} />
        </>
      ) : null}
      {bot ? (
        <p className={text.small}>
          Members are told of claims in chats of their own.{" "}
          <Link to={paths.settings({ section: "notifications" })}>Link yours in the settings.</Link>
        </p>
      ) : (
        <p className={text.small}>
          With a bot your form and its last page offer to continue in Telegram. Claims that are made there
          wait for you like all others.
        </p>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
