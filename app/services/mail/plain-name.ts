/** What mail programs read as part of a domain, before at least two letters or digits. */
const DOT = /[.\u3002\uff0e\uff61](?=[\p{L}\p{N}]{2})/gu;
const SCHEME = /:(?=\/\/)/g;

/**
 * A name as it stands in an email. Mail programs turn `evil.example/offer` into a link; with a space after the
 * dot they do not.
 */
export const plainName = (name: string): string => name.replace(DOT, ". ").replace(SCHEME, ": ");
