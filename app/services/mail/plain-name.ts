/** Characters that mail programs read as part of a domain, before two letters or digits. */
const DOT = /[.\u3002\uff0e\uff61](?=[\p{L}\p{N}]{2})/gu;
const SCHEME = /:(?=\/\/)/g;

/**
 * A name as an email shows it. Mail programs turn `evil.example/offer` into a link, unless a space follows
 * the dot.
 */
export const plainName = (name: string): string => name.replace(DOT, ". ").replace(SCHEME, ": ");
