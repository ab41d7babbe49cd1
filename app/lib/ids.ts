import { v7 } from "uuid";

const ID = /^[A-Za-z0-9-]{1,36}$/;

/** Whether a text from outside can be an id at all. Others never reach a query: MySQL refuses to compare them with an ASCII column. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** A new id: UUIDv7 as text, so that ids made later sort later within one process. */
export function newId(): string {
  return v7();
}
