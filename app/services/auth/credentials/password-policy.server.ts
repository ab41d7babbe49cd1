import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { config } from "#app/env.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";

type NewPassword = {
  /** Its length was validated by the schema. */
  password: string;
  /** The account's own data, which an attacker tries first. */
  about: { name: string; email: string; username: string };
  /** The field that shows the message. */
  field?: string;
};

/** About 49,000 leaked passwords. Reading them takes most of the time of a start. */
let policy: { common: Set<string>; guesser: ZxcvbnFactory } | undefined;

/** Reads the list. A server does so when it starts, so that no request waits for it. */
export function preparePasswordPolicy() {
  policy ??= {
    common: new Set(dictionary["passwords-common"]),
    // Catches what the other checks miss: digits in a row, repeated parts, keyboard neighbours, dates, and a
    // common password with one more character.
    guesser: new ZxcvbnFactory({
      dictionary: { common: dictionary["passwords-common"] },
      graphs: adjacencyGraphs,
      // Up to 5 ms of CPU within these bounds, half a second without them; half a millisecond for a usual
      // password.
      maxLength: 24,
      l33tMaxSubstitutions: 10,
    }),
  };
  return policy;
}

/**
 * A few times the list's length: `Password1!` and `1234567890123` are guessed sooner, three random letters
 * and digits later.
 */
const GUESSES_MIN = 100_000;
/** The estimator treats any other character as one of ten. */
const GUESSABLE = /^[\x20-\x7e]+$/;
/** Shorter parts of a name occur in many words. */
const TELLING_LENGTH = 4;

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/**
 * Refuses the passwords that are guessed first: common ones, simple patterns, and those with the brand or
 * the account's own name or email.
 * @throws {Invalid} at `field`
 */
export function assertPasswordAllowed({ password, about, field = "password" }: NewPassword): void {
  const { common, guesser } = preparePasswordPolicy();
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
