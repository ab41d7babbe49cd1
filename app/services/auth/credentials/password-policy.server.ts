import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { config } from "#app/env.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";

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
/** What those before it leave out: digits in a row, one part again and again, neighbours on a keyboard, dates, a common one and a character more. */
const guesser = new ZxcvbnFactory({
  dictionary: { common: dictionary["passwords-common"] },
  graphs: adjacencyGraphs,
  // It costs up to 5 ms of this thread within these bounds and half a second without them; a usual password costs half a millisecond.
  maxLength: 24,
  l33tMaxSubstitutions: 10,
});
/** Some times the list's length: `Password1!` and `1234567890123` are guessed before it, three letters and digits at random after it. */
const GUESSES_MIN = 100_000;
/** Of a character beyond these it is only known that it is one: it would be guessed as one of ten. */
const GUESSABLE = /^[\x20-\x7e]+$/;
/** Shorter parts of a name are in half of all words. */
const TELLING_LENGTH = 4;

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/**
 * Refuses the passwords that a guesser tries first: common ones, those that hold the brand or the account's own name or address, and
 * those made by a simple rule.
 * @throws {Invalid} at `field`
 */
export function assertPasswordAllowed({ password, about, field = "password" }: NewPassword): void {
  const text = plain(password);
  if (common.has(text)) throw new Invalid([{ field, message: messages.fields.passwordCommon }]);
  const telling = [config.brandName, about.username, about.email, ...about.name.split(/\s+/)]
    .flatMap((word) => [word, ...word.split("@").slice(0, 1)])
    .map(plain)
    .filter((word) => word.length >= TELLING_LENGTH);
  if (telling.some((word) => text.includes(word)))
    throw new Invalid([{ field, message: messages.fields.passwordTelling }]);
  if (GUESSABLE.test(text) && guesser.check(text).guesses < GUESSES_MIN)
    throw new Invalid([{ field, message: messages.fields.passwordCommon }]);
}
