import { v7 } from "uuid";

const ID = /^[A-Za-z0-9-]{1,36}$/;

/**
 * Whether a string can be an id. Others never reach a query: MySQL refuses to compare them with an ASCII
 * column.
 */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** Creates a UUIDv7: within one process, later ids sort later. */
export function newId(): string {
  return v7();
}
