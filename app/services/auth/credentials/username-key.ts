/** Usernames are ASCII: MySQL refuses to compare anything else with theirs. */
const ASCII = /^[\x21-\x7e]+$/;

/** Whether a lookup key can be a username's. */
export const isUsernameKey = (key: string): boolean => ASCII.test(key);
