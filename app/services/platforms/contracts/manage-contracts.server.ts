import type { Transaction } from "sequelize";
import { markWorths } from "#app/database/queries/worth-marks.server.ts";
import type { Contract } from "#app/lib/contracts.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { BrokerContract, type Platform, Workspace } from "#app/models/index.server.ts";
import { type ContractChange, type ContractInput, findContractFaults } from "#app/schemas/contracts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { CONTRACTS_MAX } from "#app/schemas/shared/limits.ts";
import { changePlatforms, findOwn, type PlatformArguments } from "../change-platforms.server.ts";
import { findContracts } from "./read-contracts.server.ts";
import { copyTiers, listContracts, saveContract, toParts } from "./write-contract.server.ts";

const sentences = messages.contracts;

/** @throws {NotFound} */
export async function getContract({
  workspaceId,
  platformId,
  contractId,
}: {
  workspaceId: string;
  platformId: string;
  contractId: string;
}): Promise<Contract> {
  const contracts = (await findContracts({ workspaceId, platformId })).get(platformId) ?? [];
  return findContract(contracts, contractId);
}

/** @throws {NotFound} */
export function findContract(contracts: readonly Contract[], contractId: string): Contract {
  const contract = isId(contractId) && contracts.find(({ id }) => id === contractId);
  if (!contract) throw new NotFound("Contract");
  return contract;
}

/**
 * Adds a contract to a broker. The one before ends where it begins.
 * @throws {NotFound}
 * @throws {Invalid} it overlaps with another one
 * @throws {Conflict} `too_many_contracts`
 */
export function createContract({
  access,
  platformId,
  input: { parts, ...input },
}: PlatformArguments & { input: ContractInput }): Promise<Contract> {
  return changeContracts({ access, platformId }, async (platform, contracts, transaction) => {
    if (contracts.length >= CONTRACTS_MAX) throw new Conflict("too_many_contracts", sentences.tooMany);
    const { timeZone, currency } = await Workspace.findByPk(platform.workspaceId, {
      attributes: ["timeZone", "currency"],
      transaction,
      rejectOnEmpty: true,
    });
    const contract = {
      ...input,
      timeZone: input.timeZone ?? timeZone,
      currency: input.currency ?? currency,
      parts: toParts(parts, []),
    };
    checkPeriod(contract, await findStored(platform, transaction));
    checkParts(parts, contract.currency);
    return saveContract(platform, contract, transaction);
  });
}

/**
 * Changes a contract. What was earned by it keeps its terms.
 * @param seen the version of the contract that was edited; without it any version is replaced
 * @throws {NotFound}
 * @throws {Invalid} it overlaps with another one
 * @throws {Conflict} `changed_meanwhile`
 */
export function updateContract({
  access,
  platformId,
  contractId,
  input: { parts, ...input },
  seen,
}: PlatformArguments & { contractId: string; input: ContractChange; seen?: string }): Promise<Contract> {
  return changeContracts({ access, platformId }, async (platform, contracts, transaction) => {
    const known = findContract(contracts, contractId);
    if (seen !== undefined && seen !== contractVersion(known))
      throw new Conflict("changed_meanwhile", sentences.changedMeanwhile);
    const stored = await findStored(platform, transaction);
    const own = stored.find(({ id }) => id === contractId);
    const contract = {
      ...known,
      endsOn: own?.endsOn ?? null,
      ...input,
      parts: parts ? toParts(parts, known.parts) : known.parts,
    };
    checkPeriod(
      contract,
      stored.filter(({ id }) => id !== contractId),
    );
    checkParts(parts ?? known.parts, contract.currency);
    return saveContract(platform, contract, transaction);
  });
}

/**
 * Deletes a contract. What was earned by it stays.
 * @throws {NotFound}
 */
export function deleteContract({
  access,
  platformId,
  contractId,
}: PlatformArguments & { contractId: string }): Promise<void> {
  const { workspaceId } = access;
  return changePlatforms(access, async (platforms, transaction) => {
    const { id } = findOwn(platforms, platformId);
    const broker = { workspaceId, platformId: id };
    findContract(await listContracts(broker, transaction), contractId);
    await BrokerContract.destroy({ where: { ...broker, id: contractId }, transaction });
    await copyTiers(broker, transaction);
    await markWorths([broker], transaction);
  });
}

/** A text that changes with any value of a contract. */
export const contractVersion = (contract: Contract): string => sha256(JSON.stringify(contract)).slice(0, 22);

async function changeContracts(
  { access, platformId }: PlatformArguments,
  work: (platform: Platform, contracts: Contract[], transaction: Transaction) => Promise<string>,
): Promise<Contract> {
  const { workspaceId } = access;
  return changePlatforms(access, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    const broker = { workspaceId, platformId };
    const id = await work(platform, await listContracts(broker, transaction), transaction);
    await platform.update({ updatedAt: new Date() }, { transaction });
    return findContract(await listContracts(broker, transaction), id);
  });
}

type Period = Pick<BrokerContract, "startsOn" | "endsOn">;

const findStored = (
  { workspaceId, id: platformId }: Platform,
  transaction: Transaction,
): Promise<BrokerContract[]> =>
  BrokerContract.findAll({ where: { workspaceId, platformId }, order: [["startsOn", "ASC"]], transaction });

/** @throws {Invalid} it would count in a month of another contract */
function checkPeriod({ startsOn, endsOn }: Period, others: readonly Period[]): void {
  const before = others.findLast((other) => other.startsOn < startsOn);
  const next = others.find((other) => other.startsOn >= startsOn);
  if (next?.startsOn === startsOn)
    throw new Invalid([{ field: "startsOn", message: sentences.beginsAlready(startsOn) }]);
  if (before?.endsOn && before.endsOn >= startsOn)
    throw new Invalid([{ field: "startsOn", message: sentences.stillRuns(before.startsOn, before.endsOn) }]);
  if (endsOn && next && next.startsOn <= endsOn)
    throw new Invalid([{ field: "endsOn", message: sentences.beginsBefore(next.startsOn) }]);
}

/** @throws {Invalid} the parts do not fit the currency, which was sent without them */
function checkParts(parts: Parameters<typeof findContractFaults>[0], currency: string): void {
  const faults = findContractFaults(parts, currency);
  if (faults.length === 0) return;
  throw new Invalid(faults.map(({ path, message }) => ({ field: path.join("."), message })));
}
