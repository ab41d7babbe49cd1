import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { DomainError, Invalid } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import type { OptInForm, User, Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { BuiltEvent, Conversion, SendResult } from "#app/services/ad-platforms/ad-platform.ts";
import { getTestModeKind, withTestMode } from "#app/services/ad-platforms/connection-settings.server.ts";
import { getDestination } from "#app/services/ad-platforms/credentials.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { NO_CLICK } from "#app/services/ad-platforms/shared/no-click.ts";
import { eventNameAt } from "#app/services/deliveries/event-settings.server.ts";
import { findDefaultForm } from "#app/services/opt-in-forms/default-form.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { getConnection } from "./connections.server.ts";
import { sentences } from "./sentences.ts";

const TIMEOUT_MS = 15 * SECOND;

type Arguments = {
  workspace: Pick<Workspace, "id" | "currency">;
  connectionId: string;
  /** Whose browser asks: a test carries the tester's own identifiers. */
  tester: Pick<User, "email"> & { ip: string | null; userAgent: string | null };
  /** The platform's code for tests; the one of test mode without it. */
  testEventCode: string | null;
};

export type TestEvent = SendResult & { event: BuiltEvent };

/**
 * Sends an event that the platform marks as a test, on the way that real ones take. Nothing is stored.
 * @throws {Invalid} at `testEventCode` if the platform needs another one
 * @throws {DomainError} 502 `platform_unreachable` if no response arrived
 */
export async function sendTestEvent(args: Arguments): Promise<TestEvent> {
  const { workspace, connectionId, testEventCode } = args;
  const connection = await getConnection({ workspaceId: workspace.id, connectionId });
  const platform = adPlatforms.get(connection.adPlatform);
  const form = await findDefaultForm(workspace.id);
  const event = platform.buildEvent(toConversion(args, form, platform.id));
  const access = await getDestination(connection);
  if (!access.ok) {
    if (access.result.outcome !== "parked") throw unreachable(platform.name);
    return { response: null, result: access.result, event };
  }
  const { destination } = access;
  if (testEventCode !== null) {
    const changed = withTestMode(platform, destination.settings as Record<string, unknown>, testEventCode);
    if (!changed) throw refuseCode(sentences.noTestMode(platform.name));
    destination.settings = platform.settingsSchema.parse(changed);
  }
  const { response, result } = await platform.sendTest(destination, event, { timeoutMs: TIMEOUT_MS });
  const needsCode = response === null && getTestModeKind(platform) === "code";
  if (needsCode && result.outcome === "permanent")
    throw refuseCode(result.remedy ?? messages.connections.codeRequired);
  if (response !== null && response.kind !== "complete") throw unreachable(platform.name);
  return { response, result, event };
}

const unreachable = (name: string) =>
  new DomainError(502, "platform_unreachable", sentences.unreachable(name));
const refuseCode = (message: string) => new Invalid([{ field: "testEventCode", message }]);

/** The owner's own event, in the name that a visitor's would have, with an amount of one. */
function toConversion(
  { workspace, tester }: Arguments,
  form: OptInForm | null,
  adPlatform: string,
): Conversion {
  const none = null;
  return {
    eventId: `test-${newId().slice(0, 31)}`,
    action: form?.action ?? "deposit",
    eventName: eventNameAt(adPlatform, form),
    confirmedAt: new Date(),
    email: tester.email,
    phone: none,
    country: none,
    externalId: none,
    amount: "1",
    currency: workspace.currency,
    pageUrl: form ? formUrl(form) : config.publicUrl,
    referrer: null,
    ip: tester.ip,
    userAgent: tester.userAgent,
    ...NO_CLICK,
  };
}
