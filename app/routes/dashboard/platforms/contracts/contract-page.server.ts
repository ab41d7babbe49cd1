import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { readRows } from "#app/http/forms/read-rows.server.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { type Contract, FROM_THE_BEGINNING } from "#app/lib/contracts.ts";
import { timeZonesByRegion } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { plusDays } from "#app/lib/periods.ts";
import { presentContract, presentContractMonth } from "#app/presenters/contract.ts";
import { type ContractConflict, nextStepRow } from "#app/schemas/contract-form.ts";
import type { ContractInput } from "#app/schemas/contracts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PlatformArguments } from "#app/services/platforms/change-platforms.server.ts";
import {
  contractVersion,
  getContract,
  updateContract,
} from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { previewContract } from "#app/services/worth/preview-contract.server.ts";

/** The fields of a contract's form. */
export const readContractForm = async (request: Request): Promise<URLSearchParams> =>
  readRows(await readForm(request), "steps", (rows, { kind = "" }) =>
    nextStepRow(
      kind,
      rows.findLast((row) => row.kind === kind),
    ),
  );

/** What the form of a contract offers. @param contracts the broker's, the earliest first */
export function listChoices(
  { id, startsOn, timeZone }: Pick<Contract, "startsOn" | "timeZone"> & { id?: string },
  contracts: readonly Contract[],
) {
  const others = contracts.filter((other) => other.id !== id);
  const next = id === undefined ? undefined : others.find((other) => other.startsOn > startsOn);
  return {
    currencies: currencyCodes(),
    timeZones: timeZonesByRegion(timeZone).flatMap(({ zones }) => zones),
    mayBeFirst: others.every((other) => other.startsOn !== FROM_THE_BEGINNING),
    endedOn: next ? plusDays(next.startsOn, -1) : null,
  };
}

type OneContract = PlatformArguments & { contractId: string };

/** @returns what another window has saved, if it has */
export async function saveContractChange(
  one: OneContract,
  input: ContractInput,
  seen: string,
): Promise<ContractConflict | null> {
  try {
    await updateContract({ ...one, input, seen });
    return null;
  } catch (error) {
    if (!(error instanceof Conflict && error.code === "changed_meanwhile")) throw error;
    const { access, ...named } = one;
    const saved = await getContract({ workspaceId: access.workspaceId, ...named });
    return { seen: contractVersion(saved), saved: presentContract(saved) };
  }
}

/** The last months under a contract of the form, which is not saved. */
export async function tryContract(
  draft: Parameters<typeof previewContract>[0],
  result: SubmissionResult<string[]>,
) {
  const tried = (await previewContract(draft)).map(presentContractMonth);
  const { requestId } = getContext();
  return data({ ...result, form: "save" as const, failed: null, requestId, tried });
}

export function refuseContract(conflict: ContractConflict, result: SubmissionResult<string[]>) {
  const { requestId } = getContext();
  const failed = messages.contracts.saveFailed;
  return data({ ...result, form: "save" as const, failed, requestId, conflict }, { status: 409 });
}
