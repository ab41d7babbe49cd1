/** Usernames are ASCII, and MySQL refuses to compare other text with them. */
const ASCII = /^[\x21-\x7e]+$/;

export const isUsernameKey = (key: string): boolean => ASCII.test(key);
