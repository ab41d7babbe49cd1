import type { SubmissionResult } from "@conform-to/react";

/** What a form gets back that was not accepted: its values without secrets, and the messages by field. */
export type FormReply<Intent extends string = string> = SubmissionResult<string[]> & {
  form: Intent;
  /** The specification's sentence for a failure that is not about a field. */
  failed: string | null;
  /** Differs for each reply, so that it can be the key of a field that each reply clears. */
  requestId: string;
};
