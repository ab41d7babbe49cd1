/**
 * All sentences for people, each written once. A namespace import keeps unused ones out of a page's script.
 */
export * as messages from "./all.ts";
