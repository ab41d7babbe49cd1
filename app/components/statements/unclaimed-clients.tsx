import { MoneySum } from "#app/components/exchange-rates/money.tsx";
import { TextArea } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";

type UnclaimedClientsProps = {
  statement: StatementResponse;
  /** What the file calls each of them, as many as are listed here. */
  names: string[];
};

/** How many clients nobody claimed, how much they are worth, and a list of them to copy. */
export function UnclaimedClients({ statement: { groups }, names }: UnclaimedClientsProps) {
  if (!groups || groups.unmatchedRows.count === 0) return null;
  const { count, sums } = groups.unmatchedRows;
  const list = names.join("\n");
  const hint =
    names.length < count
      ? `The first ${formatNumber(names.length)}. We never write to them.`
      : "To copy and find at your broker. We never write to them.";
  return (
    <>
      <p>
        {count === 1 ? "1 client has no claim" : `${formatNumber(count)} clients have no claim`}
        {sums.length > 0 ? (
          <>
            , together <MoneySum parts={sums} />
          </>
        ) : null}
        .
      </p>
      {names.length > 0 ? (
        <>
          <FieldBox label="Clients who have not claimed" htmlFor="unclaimed" hint={hint}>
            <TextArea
              id="unclaimed"
              readOnly
              rows={Math.min(6, names.length)}
              value={list}
              spellCheck={false}
            />
          </FieldBox>
          <div>
            <CopyButton text={list} copied="List copied">
              Copy the list
            </CopyButton>
          </div>
        </>
      ) : null}
    </>
  );
}
