/** Usernames are ASCII: MySQL refuses to compare anything else with theirs. */
const ASCII = /^[\x21-\x7e]+$/;

export const isUsernameKey = (key: string): boolean => ASCII.test(key);
