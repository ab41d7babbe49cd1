import { Link } from "@remix-run/react";
import clsx from "clsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { describeContract, describeContractDays, describeDays } from "#app/lib/describe-contract.ts";
import type { Days } from "#app/lib/periods.ts";
import { paths } from "#app/paths.ts";
import type { ContractResponse } from "#app/schemas/contracts.ts";

type CurrentContractPanelProps = { platformId: string; contract: ContractResponse; canEdit: boolean };

/** What a contract pays that tiers cannot say, in words. */
export function CurrentContractPanel({ platformId, contract, canEdit }: CurrentContractPanelProps) {
  return (
    <Panel title="Commission">
      <PanelBody isRoomy>
        <p className={text.breakable}>{describeContract(contract)}.</p>
        {canEdit ? (
          <p>
            <Link className={buttonClass({})} to={paths.contract({ platformId, contractId: contract.id })}>
              Change contract
            </Link>
          </p>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

type ContractListPanelProps = {
  platformId: string;
  /** The latest first. */
  contracts: ContractResponse[];
  currentId: string | null;
  /** Days between contracts that have none. */
  gaps: Days[];
  today: string;
  canEdit: boolean;
};

/** A broker's contracts, each with its months and what it pays. */
export function ContractListPanel({
  platformId,
  contracts,
  currentId,
  gaps,
  today,
  canEdit,
}: ContractListPanelProps) {
  return (
    <Panel title="Contracts">
      {contracts.length > 0 ? (
        <Rows>
          {contracts.map((contract) => (
            <li key={contract.id}>
              <span className={text.breakable}>
                <Link to={paths.contract({ platformId, contractId: contract.id })}>
                  {describeContractDays(contract, today)}
                </Link>{" "}
                <span className={clsx(text.small, text.block)}>{describeContract(contract)}</span>
              </span>{" "}
              {contract.id === currentId ? <span className={text.label}>Current</span> : null}
            </li>
          ))}
        </Rows>
      ) : null}
      <PanelBody>
        {contracts.length === 0 ? (
          <p className={text.secondary}>No contract yet: what this broker pays is not known.</p>
        ) : null}
        {gaps.length > 0 ? (
          <p className={text.secondary}>No contract counts {gaps.map(describeDays).join(", and ")}.</p>
        ) : null}
        {canEdit ? (
          <p>
            <Link className={buttonClass({})} to={paths.newContract({ platformId })}>
              New contract
            </Link>
          </p>
        ) : null}
      </PanelBody>
    </Panel>
  );
}

/** A contract for members who may not change it, and one that has more steps than its form. */
export function ContractFactsPanel({ contract, today }: { contract: ContractResponse; today: string }) {
  return (
    <Panel title="Contract">
      <PanelBody>
        <KeyValues
          facts={[
            { label: "Counts", value: describeContractDays(contract, today) },
            { label: "Pays", value: describeContract(contract) },
            { label: "Amounts in", value: contract.currency },
            { label: "Time zone", value: contract.timeZone.replaceAll("_", " ") },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
