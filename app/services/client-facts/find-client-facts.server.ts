import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { isShown } from "#app/database/queries/statement-matches.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import type { Interval } from "#app/lib/dates.ts";
import type { ClientFactKind } from "#app/lib/evidence.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { ClaimClient, ClientFact, PaidCommission, Submission } from "#app/models/index.server.ts";
import { countOnce } from "./count-once.ts";
import { findDecided } from "./find-decided.server.ts";
import { createPeople, type KnownClaim, type People } from "./people-of-claims.ts";

/** What a broker says of a client, whatever its source. Amounts are decimal text. */
type CountedFact = {
  id: string;
  kind: Exclude<ClientFactKind, "first_deposit">;
  at: Interval;
  amount: string | null;
  currency: string | null;
  lots: string | null;
  trades: number | null;
  turnover: string | null;
  revenue: string | null;
};

/** What a broker pays for a client; below zero where it takes it back. */
type CountedPaid = { id: string; day: string; amount: string; currency: string | null };

export type ClientOfClaims = {
  /** The earliest of its verified claims. */
  submissionId: string;
  /** All of them, the earliest first. */
  claimIds: string[];
  facts: CountedFact[];
  paid: CountedPaid[];
};

/** The verified claims that are known, and whether these are all of the broker. */
type Known = { people: People; knowsAll: boolean };
type Broker = { workspaceId: string; platformId: string };

/** How many clients are worked out together. */
const CLIENTS_AT_ONCE = 200;
/** How many claims or hashes one query names. */
const CHUNK = 500;

/**
 * The clients of a broker's verified claims, with what its files, postbacks and APIs say of each, once. One without
 * facts is given too.
 * @param submissionIds only the clients of these claims
 */
export async function* findClientFacts({
  submissionIds,
  ...broker
}: Broker & { submissionIds?: readonly string[] }): AsyncGenerator<ClientOfClaims[]> {
  const people = createPeople();
  const claims = submissionIds
    ? await loadSome(broker, submissionIds, people)
    : await loadAll(broker, people);
  const clients = [...groupBy(claims, (id) => people.clientOf(id)).values()];
  for (let at = 0; at < clients.length; at += CLIENTS_AT_ONCE)
    yield await findSome(broker, clients.slice(at, at + CLIENTS_AT_ONCE), {
      people,
      knowsAll: submissionIds === undefined,
    });
}

const CLAIM_COLUMNS = ["id", "emailKey"] as const;
const isVerified = { status: "handled" as const, withdrawnAt: null };

/** @returns the ids of all verified claims of the broker, the earliest first */
async function loadAll(broker: Broker, people: People): Promise<string[]> {
  for (let last = ""; ; ) {
    const found = await retryRead(() =>
      findRows(Submission, {
        where: { ...broker, ...isVerified, id: { [Op.gt]: last } },
        attributes: CLAIM_COLUMNS,
        order: [["id", "ASC"]],
        limit: 10 * CHUNK,
      }),
    );
    people.add(found);
    last = found.at(-1)?.id ?? last;
    if (found.length < 10 * CHUNK) return people.ids();
  }
}

/** @returns the ids of all verified claims of the people of these */
async function loadSome(broker: Broker, ids: readonly string[], people: People): Promise<string[]> {
  const found = await findClaims(broker, ids, (id) => ({ id }));
  people.add(found);
  const emails = found.map(({ emailKey }) => emailKey).filter((text) => text !== "");
  people.add(await findClaims(broker, emails, (emailKey) => ({ emailKey })));
  return people.ids();
}

async function findClaims(
  broker: Broker,
  values: readonly string[],
  whereOf: (some: string[]) => object,
): Promise<KnownClaim[]> {
  const found: KnownClaim[] = [];
  for (const some of inChunks(values))
    found.push(
      ...(await retryRead(() =>
        findRows(Submission, {
          where: { ...broker, ...isVerified, ...whereOf(some) },
          attributes: CLAIM_COLUMNS,
        }),
      )),
    );
  return found;
}

const inChunks = (values: Iterable<string>): string[][] => {
  const unique = [...new Set(values)];
  return Array.from({ length: Math.ceil(unique.length / CHUNK) }, (_, at) =>
    unique.slice(at * CHUNK, (at + 1) * CHUNK),
  );
};

async function findSome(
  broker: Broker,
  clients: readonly string[][],
  known: Known,
): Promise<ClientOfClaims[]> {
  const { workspaceId } = broker;
  const hashes = new Set<string>();
  for (const submissionId of inChunks(clients.flat())) {
    const where = { workspaceId, submissionId };
    const found = await retryRead(() => findRows(ClaimClient, { where, attributes: ["clientHash"] }));
    for (const { clientHash } of found) hashes.add(clientHash);
  }
  const facts: FactRow[] = [];
  const paid: PaidRow[] = [];
  for (const clientHash of inChunks(hashes)) {
    const where = { ...broker, clientHash };
    const [someFacts, somePaid] = await retryRead(() =>
      Promise.all([
        findRows(ClientFact, {
          where: { [Op.and]: [where, isShown("ClientFact")] },
          attributes: FACT_COLUMNS,
        }),
        findRows(PaidCommission, {
          where: { [Op.and]: [where, isShown("PaidCommission")] },
          attributes: CLIENT_PAID_COLUMNS,
        }),
      ]),
    );
    for (const row of someFacts) facts.push({ ...row, saidAt: row.receivedAt });
    for (const row of somePaid) paid.push({ ...row, saidAt: row.uploadedAt });
  }
  const ownerOf = await findOwners(broker, [...facts, ...paid], known);
  const factsOf = groupBy(facts, ownerOf);
  const paidOf = groupBy(paid, ownerOf);
  return clients.map((claimIds) => {
    const client = known.people.clientOf(claimIds[0] ?? "");
    const ofClient = <Row extends { clientHash: string }>(rows: readonly Row[] = []) =>
      rows.map((row) => ({ ...row, client }));
    return {
      submissionId: claimIds[0] ?? "",
      claimIds,
      facts: countOnce(ofClient(factsOf.get(client)))
        .sort((a, b) => +a.atFrom - +b.atFrom || a.line - b.line)
        .map(toFact),
      paid: countOnce(ofClient(paidOf.get(client))).map(toPaid),
    };
  });
}

const FACT_COLUMNS = [
  "id",
  "source",
  "kind",
  "statementId",
  "matchingId",
  "line",
  "receivedAt",
  "grain",
  "day",
  "lastDay",
  "atFrom",
  "atTo",
  "coversFrom",
  "coversTo",
  "clientHash",
  "submissionIds",
  "amount",
  "currency",
  "lots",
  "trades",
  "turnover",
  "revenue",
] as const;
export const CLIENT_PAID_COLUMNS = [
  "id",
  "source",
  "statementId",
  "matchingId",
  "fileName",
  "uploadedAt",
  "line",
  "grain",
  "day",
  "lastDay",
  "coversFrom",
  "coversTo",
  "clientHash",
  "submissionIds",
  "amount",
  "currency",
  "paid",
  "paidCurrency",
] as const;

type FactRow = Pick<ClientFact, (typeof FACT_COLUMNS)[number]> & { saidAt: Date };
type PaidRow = Pick<PaidCommission, (typeof CLIENT_PAID_COLUMNS)[number]> & { saidAt: Date };
type OwnedRow = Pick<ClientFact, "clientHash" | "statementId" | "line" | "submissionIds">;

/**
 * Tells whose rows are. A row of a hash is the client's in whose rows a claim was found. Where claims of several
 * people were found under one hash, such as a shared account, only rows that name one of them are somebody's.
 */
async function findOwners(
  broker: Broker,
  rows: readonly OwnedRow[],
  { people, knowsAll }: Known,
): Promise<(row: OwnedRow) => string | null> {
  const decidedBy = await findDecided(broker.workspaceId, rows);
  const namedIn = (row: OwnedRow) => [...(JSON.parse(row.submissionIds) as string[]), ...decidedBy(row)];
  // Claims of others, whose clients are not asked for.
  if (!knowsAll)
    people.add(
      await findClaims(
        broker,
        rows.flatMap(namedIn).filter((id) => !people.has(id)),
        (id) => ({ id }),
      ),
    );
  const clientsOf = (row: OwnedRow) =>
    new Set(namedIn(row).flatMap((id) => (people.has(id) ? [people.clientOf(id)] : [])));
  const byHash = new Map<string, Set<string>>();
  for (const row of rows) {
    const known = byHash.get(row.clientHash) ?? new Set();
    byHash.set(row.clientHash, known);
    for (const client of clientsOf(row)) known.add(client);
  }
  const onlyOne = (clients: ReadonlySet<string>) => (clients.size === 1 ? ([...clients][0] ?? null) : null);
  return (row) => onlyOne(byHash.get(row.clientHash) ?? new Set()) ?? onlyOne(clientsOf(row));
}

const toFact = ({ kind, atFrom: from, atTo: to, ...row }: FactRow): CountedFact => ({
  id: row.id,
  kind: kind === "first_deposit" ? "deposit" : kind,
  at: { from, to },
  amount: row.amount,
  currency: row.currency,
  lots: row.lots,
  trades: row.trades,
  turnover: row.turnover,
  revenue: row.revenue,
});

const toPaid = ({ id, day, paid, paidCurrency, currency }: PaidRow): CountedPaid => ({
  id,
  day,
  amount: paid,
  currency: paidCurrency ?? currency,
});
