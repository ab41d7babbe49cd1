import { data, redirect } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { connectLimit } from "#app/http/limits/limits.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { presentConnectionCheck, presentTestEvent } from "#app/presenters/connection.ts";
import { ConnectionForm, type TestEventResponse } from "#app/schemas/connections.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { getTestModeKind } from "#app/services/ad-platforms/connection-settings.server.ts";
import { checkConnection } from "#app/services/connections/check-connection.server.ts";
import { connectAsset } from "#app/services/connections/connect-platform.server.ts";
import { disconnectPlatform } from "#app/services/connections/disconnect-platform.server.ts";
import { listAssetChoices } from "#app/services/connections/list-asset-choices.server.ts";
import {
  deletePendingConnection,
  getPendingCredential,
  savePendingConnection,
} from "#app/services/connections/pending-connections.server.ts";
import { sendTestEvent } from "#app/services/connections/test-event.server.ts";
import { endTestMode, startTestMode } from "#app/services/connections/test-mode.server.ts";
import { disconnectSpendAccount, readNow } from "#app/services/spend/accounts/manage-accounts.server.ts";
import {
  type ConnectArguments,
  connect,
  connectSpend,
  redirectToAdPlatform,
} from "./connect-forms.server.ts";

/** The replies that the page shows: what a platform responded is in no address and no cookie. */
type TestReply = { form: "tested"; result: TestEventResponse };
type CheckReply = { form: "checked"; result: ReturnType<typeof presentConnectionCheck> };

const failed = "Failed to change the connection";

export function handleConnectionForm({ request, ...connecting }: ConnectArguments) {
  const { member, platform, context } = connecting;
  const { access, workspace, user, sessionId } = member;
  const { workspaceId } = access;
  const adPlatform = platform.id;
  const owner = { access, sessionId, adPlatform };
  const back = paths.integration({ adPlatform });
  const limits = [connectLimit(context.clientAddress)];
  const done = (message: string) => redirectWithFlash(back, { kind: "success", message });
  return handleForm(request, member, ConnectionForm, {
    connect: {
      failed,
      limits,
      hide: ["accessToken", "password"],
      onValid: (input) => connect(connecting, input),
    },
    authorize: {
      failed,
      limits,
      hide: ["password"],
      onValid: ({ password }) => redirectToAdPlatform(connecting, password),
    },
    choose: {
      failed,
      limits,
      async onValid({ accountId = "", assetId: typedId, managerId = null, windowDays = null }) {
        const credential = await getPendingCredential(owner);
        const assetId = accountId === "" || typedId.includes("/") ? typedId : `${accountId}/${typedId}`;
        const settings = { managerId, windowDays };
        await connectAsset({ access, adPlatform, credential, assetId, settings }).catch(atAsset);
        await deletePendingConnection(owner);
        return done(`${platform.name} is connected.`);
      },
    },
    "cancel-choice": {
      async onValid() {
        await deletePendingConnection(owner);
        return redirect(back, 303);
      },
    },
    "change-asset": {
      failed,
      limits,
      async onValid({ connectionId }) {
        await savePendingConnection(owner, await listAssetChoices({ workspaceId, connectionId }));
        return redirect(back, 303);
      },
    },
    "test-event": {
      failed,
      limits,
      async onValid({ connectionId, testEventCode = null }) {
        const tester = {
          email: user.email,
          ip: context.clientAddress,
          userAgent: request.headers.get("user-agent"),
        };
        const sent = await sendTestEvent({ workspace, connectionId, tester, testEventCode });
        return data<TestReply>({ form: "tested", result: presentTestEvent(sent) });
      },
    },
    "start-test-mode": {
      failed,
      async onValid({ connectionId, testEventCode = null, hours }) {
        if (testEventCode === null && getTestModeKind(platform) === "code")
          throw new Invalid([{ field: "testEventCode", message: messages.connections.codeRequired }]);
        await startTestMode({ access, connectionId, testEventCode, hours });
        return done(`Test mode is on for ${platform.name}.`);
      },
    },
    "end-test-mode": {
      failed,
      async onValid({ connectionId }) {
        await endTestMode({ access, connectionId });
        return done(`Test mode is off for ${platform.name}.`);
      },
    },
    check: {
      failed,
      limits,
      async onValid({ connectionId }) {
        const result = presentConnectionCheck(await checkConnection({ access, connectionId }));
        return data<CheckReply>({ form: "checked", result });
      },
    },
    disconnect: {
      failed,
      async onValid({ connectionId }) {
        await disconnectPlatform({ access, connectionId });
        return done(`${platform.name} is disconnected.`);
      },
    },
    "connect-spend": {
      failed,
      limits,
      hide: ["accessToken", "password"],
      onValid: (input) => connectSpend(connecting, input),
    },
    "read-spend": {
      failed,
      limits,
      async onValid({ spendAccountId }) {
        await readNow({ access, spendAccountId });
        return done("The spend is being read.");
      },
    },
    "disconnect-spend": {
      failed,
      async onValid({ spendAccountId }) {
        await disconnectSpendAccount({ access, spendAccountId, withSpend: false });
        return done("The ad account is disconnected. Its spend stays.");
      },
    },
    "delete-spend": {
      failed,
      async onValid({ spendAccountId }) {
        await disconnectSpendAccount({ access, spendAccountId, withSpend: true });
        return done("The ad account is disconnected, and its spend is deleted.");
      },
    },
  });
}

/** The token was not typed here. */
function atAsset(error: unknown): never {
  if (!(error instanceof Invalid)) throw error;
  throw new Invalid(
    error.errors.map(({ field, message }) => ({
      field: field === "accessToken" ? "assetId" : field,
      message,
    })),
  );
}
