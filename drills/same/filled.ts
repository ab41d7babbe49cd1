/** A broker's file about claims that an account has. */
export type FilledFile = { account: string; platformId: string; name: string; text: string };

/** What `fill.ts` tells of a database that it has filled. */
export type Filled = {
  /** Files for the recording to upload. */
  matched: FilledFile[];
  /** Files that the base reads and decides by. */
  decided: FilledFile[];
};

/** What the base has done in a database and what it has left undone. */
export type Prepared = {
  files: FilledFile[];
  /** The page of a visitor's own claim. */
  privateHref: string;
  /** Bulk jobs and replays, which no call lists. */
  jobs: Record<string, string[]>;
  replays: Record<string, string[]>;
  /** A statement whose file is deleted, and a visitor who is in it. */
  kept: { statementId: string; formSlug: string; platformId: string; account: string; amount: string };
  /** A question that is open. */
  askedStatementId: string;
  /** Whom the base has erased, but not yet from statements. */
  erased: { email: string; account: string };
  /** A list that is written in the background. */
  exportId: string;
  waitingMails: number;
};
