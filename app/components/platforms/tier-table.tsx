import type { FieldMetadata } from "@conform-to/react";
import clsx from "clsx";
import type { ComponentProps } from "react";
import { cardTableClass } from "#app/components/ui/table.tsx";
import type { TierRowInput } from "#app/schemas/tier-form.ts";
import { TierRowFields } from "./tier-row.tsx";
import styles from "./tier-table.module.css";

type TierTableProps = {
  rows: FieldMetadata<TierRowInput>[];
  /** By row. */
  hints: string[][];
  removeButton: (index: number) => ComponentProps<typeof TierRowFields>["remove"];
};

/** The rows of the tier editor. */
export function TierTable({ rows, hints, removeButton }: TierTableProps) {
  return (
    <table className={clsx(cardTableClass, styles.table)}>
      <caption className="visually-hidden">Commission tiers, the lowest first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Monthly deposits from</th>
          <th scope="col">up to</th>
          <th scope="col">You earn</th>
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      {rows.map((row, index) => (
        <TierRowFields
          key={row.key ?? row.name}
          row={row}
          index={index}
          hints={hints[index] ?? []}
          remove={removeButton(index)}
        />
      ))}
    </table>
  );
}
