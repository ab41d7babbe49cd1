import { Op, type Transaction } from "sequelize";
import { newId } from "#app/lib/ids.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { PaidCommission, type Submission } from "#app/models/index.server.ts";

/** How many months a claim and the rows that pay it may be apart. */
const MONTHS = 2;

/** Leaves nothing in what a broker paid for a claim that an account number or an address could be compared with. */
export async function erasePaidClient(
  { id, workspaceId, platformId, day }: Pick<Submission, "id" | "workspaceId" | "platformId" | "day">,
  transaction: Transaction,
): Promise<void> {
  const month = day.slice(0, 7);
  const where = {
    workspaceId,
    platformId,
    day: { [Op.between]: [`${plusMonths(month, -MONTHS)}-01`, `${plusMonths(month, MONTHS)}-31`] },
  };
  const rows = await PaidCommission.findAll({
    where: { ...where, submissionIds: { [Op.like]: `%"${id}"%` } },
    attributes: ["clientHash"],
    transaction,
  });
  for (const clientHash of new Set(rows.map((row) => row.clientHash)))
    await PaidCommission.update(
      { clientHash: newId() },
      { where: { workspaceId, platformId, clientHash }, transaction },
    );
}
