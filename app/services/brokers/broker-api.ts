import type { z } from "zod";
import type { BrokerKind, BrokerState } from "#app/lib/broker-states.ts";
import type { HttpRequest, HttpResult } from "#app/lib/http-client.server.ts";
import type { BrokerFacts } from "#app/services/evidence/match-rows.ts";

/** A field of a credential as a form shows it. */
type CredentialField = { name: string; label: string; isSecret: boolean };

/** One of the ways to connect. */
type CredentialWay = {
  id: string;
  label: string;
  hint: string;
  fields: readonly CredentialField[];
  /** Whether it can do more than read: it is taken only from somebody who has just signed in again. */
  needsProof: boolean;
};

type BrokerDescription = {
  name: string;
  /** How its owner makes the credential. */
  howTo: string;
  /** What its credential can do beside reading, plainly; null for nothing. */
  warning: string | null;
  /** What its answers prove. */
  proves: string;
  ways: readonly CredentialWay[];
};

/** What an API says of a client, in what it is different from all other rows of the client. */
type AnswerRow = {
  facts: Partial<BrokerFacts> & Pick<BrokerFacts, "kind">;
  /** Of what happened once, such as a deposit's id; null for what may be another the next time. */
  once: string | null;
};

/** What an API says of one client. */
export type ClientAnswer = {
  /** The broker's id of the client: what it says is compared with what it said before. */
  clientId: string;
  registeredAt: Date | null;
  /** Whether the client is the partner's no more; absent where the answer does not say it. */
  hasLeft?: boolean;
  rows: AnswerRow[];
};

/** An answer that says nothing: it is asked again, and changes nothing. */
export type UnclearAnswer = {
  isClear: false;
  state: Exclude<BrokerState, "ok">;
  /** Whether only this question has no answer: the broker answers others. */
  isOfQuestion: boolean;
  retryAfterMs: number | null;
  /** For the connection's owner, without values of the answer. */
  problem: string;
  /** The call by its path, and the answer's names and types where its shape is not known. */
  call: string;
  shape: string | null;
};

export type Answer<T> = { isClear: true; value: T } | UnclearAnswer;

/** What the partner asks: what a claim says of its client, as the broker may have it. */
export type ClaimQuestion = { accounts: readonly string[]; email: string | null };

/** A page of the list. The last one's place is where the next list begins. */
type ClientPage = { clients: ClientAnswer[]; place: string | null; isLast: boolean };

export type BrokerAccess<Credential = unknown> = {
  credential: Credential;
  /** The session from `signIn`; null for an API without sessions. */
  session: string | null;
  /** Sends one call at the broker's pace. */
  send: (request: HttpRequest) => Promise<HttpResult>;
};

/**
 * The API of one broker, for partners. Nothing throws: whatever is not clear is an `UnclearAnswer`. Method
 * syntax, as at `AdPlatform`.
 */
export interface BrokerApi<Credential = unknown> {
  id: BrokerKind;
  describe(): BrokerDescription;
  credentialSchema: z.ZodType<Credential>;
  /** Which of the ways a credential is. */
  wayOf(credential: Credential): string;
  /** Whether its address is the broker's own, and no sandbox. */
  isReal: boolean;
  /** Calls a minute, of one connection. */
  pace: number;
  listEveryMs: number;
  /** Whether each list has all clients. */
  listsAll: boolean;
  /** Where calls need a session that the credential is exchanged for; null where it is one itself. */
  signIn?(access: BrokerAccess<Credential>): Promise<Answer<string | null>>;
  /** Whether the broker takes the credential, by a call that changes nothing. */
  check(access: BrokerAccess<Credential>): Promise<Answer<null>>;
  /** What the broker says of a claim's client; nothing where no client of the partner is meant. */
  ask(access: BrokerAccess<Credential>, question: ClaimQuestion): Promise<Answer<ClientAnswer[]>>;
  /** A page of clients, or of what happened since the last list. */
  list(access: BrokerAccess<Credential>, place: string | null, now: Date): Promise<Answer<ClientPage>>;
}
