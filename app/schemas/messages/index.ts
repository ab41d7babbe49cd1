/**
 * Every sentence that the specification fixes, and the product's own, written once. A namespace in place of an
 * object: a page's script has only the sentences that it uses.
 */
export * as messages from "./all.ts";
