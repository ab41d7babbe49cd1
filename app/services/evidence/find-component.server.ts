import { Op } from "sequelize";
import { findRows } from "#app/database/rows.server.ts";
import { toLinkClickId } from "#app/lib/affiliate-systems.ts";
import { DAY } from "#app/lib/dates.ts";
import { BrokerRow, LinkClick, Statement, Submission } from "#app/models/index.server.ts";
import type { FileColumns } from "#app/services/statements/columns/file-columns.ts";
import { fromKeyFacts } from "#app/services/statements/columns/stored-row.ts";
import { CLAIM_COLUMNS, toClaimFacts } from "#app/services/statements/keys/claim-facts.server.ts";
import { findRowsOfKeys } from "#app/services/statements/keys/statement-keys.server.ts";
import { listClaimKeys, listRowKeys } from "#app/services/statements/matching/row-keys.ts";
import type { ClaimFacts, StatementRow } from "#app/services/statements/matching/types.ts";
import { toRunningRow } from "./broker-rows.server.ts";
import { type Broker, findCarriers } from "./match-keys.server.ts";
import { listKeysOfClaim, listKeysOfRow } from "./match-keys.ts";
import type { RowOfFile, RunningRow } from "./match-rows.ts";

/** How long a row is matched with what comes after it. */
export const RUNNING_DAYS = 90;

/** More rows and claims than share keys by people's doing. */
const SUBJECTS_MAX = 20_000;

export class TooManySubjects extends Error {}

export type Component = { rows: RunningRow[]; claims: ClaimFacts[]; files: RowOfFile[] };

/**
 * Whatever shares a key with these rows and claims, directly or through others, and what files say under
 * their keys.
 * @throws {TooManySubjects}
 */
export async function findComponent(broker: Broker, subjectIds: readonly string[]): Promise<Component> {
  const rows = new Map<string, RunningRow>();
  const claims = new Map<string, ClaimFacts>();
  const known = new Set<string>();
  const asked = new Set(subjectIds);
  for (let next = [...asked]; next.length > 0; ) {
    const [newRows, newClaims] = await Promise.all([loadRows(broker, next), loadClaims(broker, next)]);
    for (const row of newRows) rows.set(row.id, row);
    for (const claim of newClaims) claims.set(claim.id, claim);
    const keys = [...newRows.map(({ facts }) => listKeysOfRow(facts)), ...newClaims.map(listKeysOfClaim)]
      .flat()
      .filter((key) => !known.has(key));
    for (const key of keys) known.add(key);
    const [carriers, clickers] = await Promise.all([
      findCarriers(broker, [...new Set(keys)]),
      findClaimsOfClicks(broker, newRows.flatMap(listClickIds)),
    ]);
    const found = [...carriers.map(({ subjectId }) => subjectId), ...clickers];
    next = [...new Set(found)].filter((id) => !asked.has(id));
    for (const id of next) asked.add(id);
    if (asked.size > SUBJECTS_MAX) throw new TooManySubjects();
  }
  const component = { rows: [...rows.values()], claims: [...claims.values()] };
  return { ...component, files: await findRowsOfFiles(broker, component) };
}

/** Those of ours that a row names. */
export const listClickIds = ({ facts: { clickId, subIds, linkClickIds = [] } }: RunningRow): string[] =>
  [clickId ?? "", ...subIds, ...linkClickIds].flatMap((text) => toLinkClickId(text) ?? []);

/** Claims of visits that have clicked a broker link, also after the claim, whose keys do not have the click. */
async function findClaimsOfClicks({ workspaceId, platformId }: Broker, id: string[]): Promise<string[]> {
  if (id.length === 0) return [];
  const clicks = await findRows(LinkClick, { where: { id, workspaceId }, attributes: ["visitId"] });
  const visitId = clicks.flatMap((click) => click.visitId ?? []);
  if (visitId.length === 0) return [];
  const claims = await findRows(Submission, {
    where: { workspaceId, visitId, platformId },
    attributes: ["id"],
  });
  return claims.map((claim) => claim.id);
}

async function loadRows({ workspaceId, platformId }: Broker, id: string[]): Promise<RunningRow[]> {
  const found = await findRows(BrokerRow, {
    where: {
      id,
      workspaceId,
      platformId,
      // An old total tells what a later one grew by.
      [Op.or]: [{ kind: "sum" }, { receivedAt: { [Op.gte]: new Date(Date.now() - RUNNING_DAYS * DAY) } }],
    },
    attributes: ["id", "source", "receivedAt", "kind", "facts"],
  });
  return found.map(toRunningRow);
}

async function loadClaims({ workspaceId, platformId }: Broker, id: string[]): Promise<ClaimFacts[]> {
  const found = await findRows(Submission, {
    where: { id, workspaceId, platformId, withdrawnAt: null, erasedAt: null },
    attributes: CLAIM_COLUMNS,
  });
  return toClaimFacts({ workspaceId, platformId }, found);
}

type Named = Pick<Component, "rows" | "claims">;

/** What the broker's files say of the clients, with the key that each row was found by. */
async function findRowsOfFiles(broker: Broker, { rows, claims }: Named): Promise<RowOfFile[]> {
  const files = await listFiles(broker);
  if (files.size === 0) return [];
  const named = new Map<string, Partial<StatementRow>>(claims.flatMap(listClaimKeys));
  for (const { facts } of rows) {
    const { account, email, clickId, emailSha256, emailMd5 } = facts;
    for (const one of [{ account }, { email }, { clickId }, { emailSha256 }, { emailMd5 }]) {
      const row = {
        ...facts,
        account: null,
        email: null,
        clickId: null,
        emailSha256: null,
        emailMd5: null,
        ...one,
      };
      const keys = listRowKeys([
        { ...row, userName: null, phone: null, submissionId: null, kind: null, line: 1 },
      ]);
      for (const key of keys.keys()) named.set(key, one);
    }
  }
  const found = new Map<string, RowOfFile>();
  for (const { file, key, rows: stored } of await findRowsOfKeys(broker.workspaceId, [...named.keys()])) {
    const kind = files.get(file);
    if (!kind) continue;
    for (const row of fromKeyFacts(stored)) {
      const place = `${file} ${row.line}`;
      found.set(place, {
        statementId: file,
        kind,
        row: { ...row, ...found.get(place)?.row, ...named.get(key) },
      });
    }
  }
  return [...found.values()];
}

async function listFiles({ workspaceId, platformId }: Broker): Promise<Map<string, RowOfFile["kind"]>> {
  const statements = await Statement.findAll({
    where: { workspaceId, platformId, state: "ready", undoneAt: null },
    attributes: ["id", "columns"],
    raw: true,
  });
  return new Map(
    statements.flatMap(({ id, columns }) => {
      const kind = columns === null ? "registrations" : (JSON.parse(columns) as FileColumns).kind;
      return kind === "registrations" ? [] : [[id, kind] as const];
    }),
  );
}
