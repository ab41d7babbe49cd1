import Decimal from "decimal.js-light";
import type { Transaction } from "sequelize";
import { markWorths } from "#app/database/queries/worth-marks.server.ts";
import { type Contract, type ContractPart, currentContract, listTiers } from "#app/lib/contracts.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { newId } from "#app/lib/ids.ts";
import { BrokerContract, CommissionTier, type Platform } from "#app/models/index.server.ts";
import { isTierKind, type PartInput } from "#app/schemas/contracts.ts";
import { findContracts } from "./read-contracts.server.ts";

type Broker = { workspaceId: string; platformId: string };

/** The contracts of a broker, the earliest first. */
export const listContracts = async (
  { workspaceId, platformId }: Broker,
  transaction?: Transaction,
): Promise<Contract[]> =>
  (await findContracts({ workspaceId, platformId }, transaction)).get(platformId) ?? [];

type NewContract = Pick<Contract, "startsOn" | "timeZone" | "currency" | "parts" | "paidOnDay"> & {
  /** Undefined keeps the end of a stored one. */
  endsOn?: string | null;
};

/** Stores a contract, and the tiers of the current one for the version before. */
export async function saveContract(
  { workspaceId, id: platformId }: Pick<Platform, "workspaceId" | "id">,
  { id, parts, ...contract }: NewContract & { id?: string },
  transaction: Transaction,
): Promise<string> {
  const now = new Date();
  const values = {
    ...contract,
    parts: JSON.stringify(parts),
    isKnown: parts.length > 0,
    updatedAt: now,
  };
  const place = { workspaceId, platformId };
  const contractId = id ?? newId();
  if (id !== undefined) await BrokerContract.update(values, { where: { ...place, id }, transaction });
  else await BrokerContract.create({ id: contractId, ...place, ...values, createdAt: now }, { transaction });
  await copyTiers(place, transaction);
  await markWorths([place], transaction);
  return contractId;
}

/** The version before reads the tiers of the current contract in a table of their own. */
export async function copyTiers(broker: Broker, transaction: Transaction): Promise<void> {
  const contract = currentContract(await listContracts(broker, transaction));
  await CommissionTier.destroy({ where: broker, transaction });
  await CommissionTier.bulkCreate(
    (contract ? listTiers(contract) : []).map((tier, position) => ({ ...tier, ...broker, position })),
    { transaction },
  );
}

/**
 * Parts as they are stored: steps in their order, those without a name called by their place. A step keeps its id;
 * unknown, foreign and repeated ids are replaced. What is not known has no parts.
 */
export function toParts(parts: readonly PartInput[], known: readonly ContractPart[]): ContractPart[] {
  const ids = new Set(known.flatMap(({ steps }) => steps.map(({ id }) => id)));
  const said = parts.filter(({ kind }) => kind !== "unknown");
  const placed = said.flatMap(({ kind, steps }, part) =>
    steps.map((step) => ({ list: isTierKind(kind) ? "tiers" : String(part), part, step })),
  );
  const sorted = [...groupBy(placed, ({ list }) => list).values()].flatMap((own) =>
    own
      .toSorted((a, b) => compareSteps(a.step, b.step))
      .map((one, place) => ({ ...one, name: `${one.list === "tiers" ? "Tier" : "Step"} ${place + 1}` })),
  );
  const steps = sorted.map(({ part, name, step: { id, ...step } }, position) => ({
    part,
    step: {
      ...step,
      id: id !== undefined && ids.delete(id) ? id : newId(),
      name: step.name || name,
      position,
    },
  }));
  return said.map((part, index) => ({
    ...part,
    steps: steps.filter((one) => one.part === index).map(({ step }) => step),
  }));
}

/** Those for named countries come after those for all others. */
const compareSteps = (a: PartInput["steps"][number], b: PartInput["steps"][number]): number =>
  (a.countries ?? []).join().localeCompare((b.countries ?? []).join()) ||
  new Decimal(a.from).comparedTo(b.from);
