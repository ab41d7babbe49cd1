import { z } from "zod";
import { emitChanges, onCommit, type Topic } from "#app/database/announcements.server.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import type { Redis } from "#app/lib/redis.server.ts";

const CHANNEL = "attesto:changes";

const messageSchema = z.object({ from: z.string(), topics: z.array(z.string()) });

/**
 * Tells other processes at once what this one has committed, and this one what they have. A message that is lost
 * is found by the poll.
 * @returns a function that stops it
 */
export function exchangeMessages(redis: Redis): () => void {
  const from = newId();
  const stopPublishing = onCommit((topics) => {
    redis
      .run((client) => client.publish(CHANNEL, JSON.stringify({ from, topics })))
      .catch((error: Error) => log.debug({ err: error }, "a change could not be published"));
  });
  const stopListening = redis.subscribe(CHANNEL, (text) => {
    const message = messageSchema.safeParse(parse(text));
    if (message.success && message.data.from !== from) emitChanges(message.data.topics as Topic[]);
  });
  return () => {
    stopPublishing();
    stopListening();
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
