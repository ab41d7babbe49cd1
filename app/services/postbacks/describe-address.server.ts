import type { PostbackAddress } from "#app/models/postback-address.server.ts";
import { systemOfPlatform } from "#app/schemas/known-platforms.ts";
import { findBroker } from "#app/services/platforms/find-broker.server.ts";
import { listPostbacks } from "./list-postbacks.server.ts";
import { postbackUrl } from "./postback-url.server.ts";
import { type Parameter, readCall } from "./read-call.ts";
import { readFields, readIps, readKinds } from "./settings.server.ts";

type Broker = { workspaceId: string; platformId: string };

/** How many of the newest calls are looked at for parameters. */
const LOOKED_AT = 20;

/** The parameters of the newest calls, the newest value of each, those without a value too. */
export async function findSamples(broker: Broker): Promise<Map<string, Parameter>> {
  const { postbacks } = await listPostbacks(broker, { limit: LOOKED_AT });
  const samples = new Map<string, Parameter>();
  for (const call of postbacks) {
    const parameters = readCall(call);
    if (typeof parameters === "string") continue;
    for (const [name, parameter] of parameters) if (!samples.has(name)) samples.set(name, parameter);
  }
  return samples;
}

/**
 * What is said of an address. @param isShown whether the caller may know it @param hasExamples and values
 * of calls
 */
export async function describeAddress(
  address: PostbackAddress | null,
  broker: Broker,
  { isShown, hasExamples }: { isShown: boolean; hasExamples: boolean },
) {
  const samples = address && hasExamples ? await findSamples(broker) : new Map<string, Parameter>();
  return {
    address,
    system: address?.system ?? systemOfPlatform((await findBroker(broker)).name),
    fields: address ? readFields(address) : [],
    kinds: address ? readKinds(address) : {},
    ips: address && isShown ? readIps(address) : [],
    url: address && isShown ? postbackUrl(address) : null,
    examples: new Map([...samples].map(([name, { value }]) => [name, value])),
  };
}
