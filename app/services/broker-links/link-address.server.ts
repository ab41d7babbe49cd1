import { config } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";

/** What people are given in place of the broker's own address. */
export const brokerLinkAddress = (link: { code: string }): string => config.publicUrl + paths.go(link);
