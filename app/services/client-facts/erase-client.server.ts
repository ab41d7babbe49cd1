import { Op, type Transaction } from "sequelize";
import { newId } from "#app/lib/ids.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { ClaimClient, ClientFact, PaidCommission, type Submission } from "#app/models/index.server.ts";
import { hashClient } from "./save-client-facts.server.ts";

/**
 * How many months a claim and the rows that pay it may be apart, of which nothing else tells that they are
 * its own.
 */
const MONTHS = 2;

type Claim = Pick<Submission, "id" | "workspaceId" | "platformId" | "day">;
type Named = {
  /** As `nameClient` names the person in rows. */
  names: readonly string[];
  /** The person's rows of postbacks and APIs. */
  rowIds: readonly string[];
};

/**
 * Leaves nothing in what a broker said of a claim's client, and paid for it, that an account number or an address
 * could be compared with. The claim keeps what was said.
 */
export async function eraseClient(
  claim: Claim,
  { names, rowIds }: Named,
  transaction: Transaction,
): Promise<void> {
  const { id: submissionId, workspaceId, platformId, day } = claim;
  const broker = { workspaceId, platformId };
  const month = day.slice(0, 7);
  const attributes = ["clientHash"];
  const ofRows = { where: { ...broker, brokerRowId: [...rowIds] }, attributes, transaction };
  const found = await Promise.all([
    ClaimClient.findAll({ where: { workspaceId, submissionId }, attributes, transaction }),
    // What was paid before claims were noted with their clients.
    PaidCommission.findAll({
      where: {
        ...broker,
        day: { [Op.between]: [`${plusMonths(month, -MONTHS)}-01`, `${plusMonths(month, MONTHS)}-31`] },
        submissionIds: { [Op.like]: `%"${submissionId}"%` },
      },
      attributes,
      transaction,
    }),
    ...(rowIds.length > 0 ? [ClientFact.findAll(ofRows), PaidCommission.findAll(ofRows)] : []),
  ]);
  const hashes = new Set([
    ...found.flat().map(({ clientHash }) => clientHash),
    ...names.map((name) => hashClient(broker, name)),
  ]);
  for (const clientHash of hashes) {
    const values = { clientHash: newId() };
    await ClientFact.update(values, { where: { ...broker, clientHash }, transaction });
    await PaidCommission.update(values, { where: { ...broker, clientHash }, transaction });
    await ClaimClient.update(values, { where: { workspaceId, clientHash }, transaction });
  }
}
