/** What the pages of administration show, line by line. Times are ISO 8601. */

export type GrantLine = {
  id: string;
  plan: string;
  amount: string;
  currency: string;
  createdAt: string;
  endsAt: string | null;
  endedAt: string | null;
};

export type MessageLine = {
  id: string;
  name: string;
  email: string;
  company: string | null;
  subject: string;
  message: string;
  createdAt: string;
  handledAt: string | null;
  handledBy: string | null;
};

export type AuditLine = {
  id: string;
  at: string;
  action: string;
  actorName: string;
  targetUserId: string | null;
  targetName: string | null;
  detail: string | null;
  ip: string | null;
};

export type QueueLine = { name: string; state: string; count: number; dueAt: string | null };

export type JobLine = {
  name: string;
  startedAt: string;
  durationMs: number;
  /** The name of the error; null if the run went well. */
  error: string | null;
  lastSuccessAt: string | null;
};

/** Where the product gets rates or news from. */
export type SourceLine = { id: string; name: string; fetchedAt: string | null; error: string | null };

export type FailingLine = {
  id: string;
  workspaceName: string;
  platformName: string;
  problem: string;
  lastAcceptedAt: string | null;
};

/** An answer of a broker's API whose shape is not known: names and types, no values. */
export type ShapeLine = { id: string; brokerName: string; call: string; shape: string; createdAt: string };
