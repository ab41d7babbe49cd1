import { config } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";

/** The public address of a form. */
export const formUrl = ({ slug }: { slug: string }): string => config.publicUrl + paths.optIn({ slug });

/** Where a form leads on to its chat in Telegram, with a visit's click. */
export const chatUrl = ({ slug }: { slug: string }): string =>
  config.publicUrl + paths.continueInTelegram({ slug });
