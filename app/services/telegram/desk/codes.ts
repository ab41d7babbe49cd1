/** Tells a member's code from the token of a visit, which has 43 characters. */
export const CODE_PREFIX = "m-";

const CODE = /^m-[\w-]{43}$/;

export const isMemberCode = (text: string): boolean => CODE.test(text);
