import { v7 } from "uuid";

/** A new id: UUIDv7 as text, so that ids made later sort later within one process. */
export function newId(): string {
  return v7();
}
