import { dictionary } from "@zxcvbn-ts/language-common";
import { config } from "#app/env.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages.ts";

type NewPassword = {
  /** What the schema already took: its length is right. */
  password: string;
  /** Whose it will be: what a guesser would try first. */
  about: { name: string; email: string; username: string };
  /** The field that the message stands at. */
  field?: string;
};

/** Some 49,000 passwords out of what was leaked. */
const common = new Set(dictionary["passwords-common"]);
/** Shorter parts of a name are in half of all words. */
const TELLING_LENGTH = 4;

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/**
 * Refuses the passwords that a guesser tries first: common ones, and those that hold the brand or the account's own name or address.
 * @throws {Invalid} at `field`
 */
export function assertGoodPassword({ password, about, field = "password" }: NewPassword): void {
  const text = plain(password);
  if (common.has(text)) throw new Invalid([{ field, message: messages.fields.passwordCommon }]);
  const telling = [config.brandName, about.username, about.email, ...about.name.split(/\s+/)]
    .flatMap((word) => [word, ...word.split("@").slice(0, 1)])
    .map(plain)
    .filter((word) => word.length >= TELLING_LENGTH);
  if (telling.some((word) => text.includes(word)))
    throw new Invalid([{ field, message: messages.fields.passwordTelling }]);
}
