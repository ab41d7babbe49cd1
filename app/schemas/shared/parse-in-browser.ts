import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/**
 * Reads a form in the browser, for conform's buttons and for fields that were refused. Only the server refuses it: it
 * also sees changes from other windows.
 */
export const parseInBrowser =
  <S extends z.ZodType>(schema: S) =>
  ({ formData }: { formData: FormData }) => {
    const submission = parseWithZod(formData, { schema });
    return submission.status === "error" ? { ...submission, error: null } : submission;
  };
