import { log } from "#app/lib/log.server.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import type { BrokerConnection } from "#app/models/index.server.ts";
import type { Answer, BrokerAccess, BrokerApi } from "../broker-api.ts";
import { clear, isRefused } from "../shared/read-answer.ts";

type Stored = Pick<BrokerConnection, "id" | "kind" | "credential" | "session">;

/** The credential of a connection and its session; unclear if what is stored cannot be read. */
export function openCredential(
  api: BrokerApi,
  { id, credential, session }: Stored,
): Answer<Pick<BrokerAccess, "credential" | "session">> {
  try {
    return clear({
      credential: api.credentialSchema.parse(JSON.parse(decrypt(credential, id))),
      session: session === null ? null : decrypt(session, id),
    });
  } catch (error) {
    log.error({ err: error, brokerConnectionId: id }, "the credential of a broker's API could not be read");
    return isRefused("stored", "The fault is ours: the stored credential cannot be read. Enter it again.");
  }
}

export const sealCredential = (credential: unknown, id: string): string =>
  encrypt(JSON.stringify(credential), id);
export const sealSession = (session: string | null, id: string): string | null =>
  session === null ? null : encrypt(session, id);
