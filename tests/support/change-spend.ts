import { inTransaction } from "#app/database/connection.server.ts";
import { claimDue } from "#app/database/leases.server.ts";
import { FILE_KINDS } from "#app/jobs/files.server.ts";
import { DAY, dayIn } from "#app/lib/dates.ts";
import { plusDays } from "#app/lib/periods.ts";
import { AdObject, OwnRate, SpendImport } from "#app/models/index.server.ts";
import { recalculateCommissions } from "#app/services/commissions/recalculate-commissions.server.ts";
import { readImport } from "#app/services/imports/read-import.server.ts";
import { setCampaignSource } from "#app/services/money/set-campaign-source.server.ts";
import { deleteOwnRate, setOwnRate } from "#app/services/own-rates/manage-own-rates.server.ts";
import { addSpend } from "#app/services/spend/add-spend.server.ts";
import { deleteSpendImport } from "#app/services/spend/spend-imports.server.ts";
import { uploadSpendFiles } from "#app/services/spend/upload-spend.server.ts";
import { storeFile } from "#app/services/uploads/uploads.server.ts";
import { updateWorkspace } from "#app/services/workspaces/update-workspace.server.ts";
import { type Form, toAccess } from "../factories/index.ts";

const CAMPAIGNS = ["X", "y", "X – retargeting"];
const CURRENCIES = ["EUR", "USD", "PLN"];

type Options = { days: number; currencies?: readonly string[] };

/** Random changes of a workspace's spend, of the last days, and of what it is converted by. */
export function createSpendChanges(
  { owner }: Form,
  random: () => number,
  { days, currencies = CURRENCIES }: Options,
) {
  const access = toAccess(owner);
  const { workspace } = owner;
  const workspaceId = workspace.id;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const pickDay = () => dayIn(workspace.timeZone, new Date(Date.now() - random() * days * DAY));
  const pickAmount = () => (random() * 200 - 10).toFixed(2);

  async function addByHand(): Promise<void> {
    const from = plusDays(pickDay(), -3);
    const to = plusDays(from, Math.floor(random() * 4));
    const spend = {
      name: "A fee",
      source: pick(["a", "b", "youtube"]),
      currency: pick(currencies),
      from,
      to,
    };
    await addSpend({ access, spend: { ...spend, amount: pickAmount() } });
  }

  async function readFile(): Promise<void> {
    const account = pick(["900", "901"]);
    const lines = Array.from({ length: 6 }, () => {
      const index = Math.floor(random() * CAMPAIGNS.length);
      const id = `${account}${index}`;
      const impressions = Math.floor(random() * 5_000);
      return `${pickDay()},${account},${CAMPAIGNS[index]},${id},${pickAmount()},${impressions}`;
    });
    const heading = `Day,Account ID,Campaign name,Campaign ID,Amount spent (${pick(currencies)}),Impressions`;
    const content = Buffer.from([heading, ...lines].join("\n"));
    const file = await storeFile({ workspaceId, name: "meta.csv" }, [content]);
    const { uploaded } = await uploadSpendFiles({ access, files: [file] });
    for (const { id } of uploaded)
      for (const lease of await claimDue(SpendImport, { id: [id], state: "reading" }))
        await readImport(lease, FILE_KINDS, () => false);
  }

  async function deleteOne(): Promise<void> {
    const imports = await SpendImport.findAll({ where: { workspaceId }, attributes: ["id"] });
    if (imports.length > 5) await deleteSpendImport({ access, importId: pick(imports).id });
  }

  async function setRule(): Promise<void> {
    const campaigns = await AdObject.findAll({
      where: { workspaceId, level: "campaign" },
      attributes: ["id"],
    });
    if (campaigns.length === 0) return;
    const source = pick(["a", "instagram", null]);
    await setCampaignSource({ access, campaignRef: pick(campaigns).id, source });
  }

  async function changeRate(): Promise<void> {
    const [own] = await OwnRate.findAll({ where: { workspaceId } });
    if (own) await deleteOwnRate({ access, rateId: own.id });
    else await setOwnRate({ access, input: { from: "USD", to: "EUR", rate: pick(["0.5", "0.91"]) } });
    await recalculateCommissions(() => false);
  }

  async function changeCurrency(): Promise<void> {
    const input = { currency: pick(currencies) };
    await inTransaction((transaction) => updateWorkspace({ access, input }, transaction));
    await workspace.reload();
  }

  return {
    "spend by hand": addByHand,
    "spend files": readFile,
    "deleted spend": deleteOne,
    "rules of campaigns": setRule,
    "own rates": changeRate,
    currencies: changeCurrency,
  };
}
