import { config } from "#app/env.server.ts";
import { log } from "#app/lib/log.server.ts";
import { decrypt } from "#app/lib/secrets.server.ts";
import type { PostbackAddress } from "#app/models/postback-address.server.ts";

/** Where the broker calls; null where its token was sealed with a key that is gone. */
export function postbackUrl({ id, token }: PostbackAddress): string | null {
  try {
    return `${config.publicUrl}/api/postbacks/${decrypt(token, id)}`;
  } catch (error) {
    log.error({ err: error, id }, "the token of a postback address cannot be read");
    return null;
  }
}
