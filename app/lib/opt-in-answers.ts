import { getKeys } from "./objects.ts";

/** The texts that a visitor may add on the form: their columns, and what lists and proofs call them. */
export const ANSWERS = { reference: "Account no." } as const;

export const answerNames = getKeys(ANSWERS);
