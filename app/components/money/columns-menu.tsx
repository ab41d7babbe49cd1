import { Form, useLocation } from "@remix-run/react";
import { OtherParameters } from "#app/components/filters/filter-bar.tsx";
import { SelectFilter } from "#app/components/filters/filter-fields.tsx";
import { Choice } from "#app/components/forms/choice.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { MONEY_COLUMNS, type MoneyColumn, moneyColumns } from "#app/lib/money-columns.ts";
import styles from "./columns-menu.module.css";

const orders = MONEY_COLUMNS.flatMap((column) => [
  { value: `-${column}`, label: `${moneyColumns[column].head}, highest first` },
  { value: column, label: `${moneyColumns[column].head}, lowest first` },
]);

/**
 * Chooses the columns of the table and their order: a phone shows no heads to sort by. Both are in the address, and
 * the columns are kept for the next visit.
 */
export function ColumnsMenu({ columns, sort }: { columns: MoneyColumn[]; sort: string | null }) {
  const { search } = useLocation();
  return (
    <Menu summary="Columns" opensAt="end">
      <Form method="get" className={styles.form} key={search} preventScrollReset>
        <OtherParameters query={search} without={["columns", "sort", "page"]} />
        <input type="hidden" name="columns" value="" />
        <fieldset className={styles.columns}>
          <legend>Columns</legend>
          {MONEY_COLUMNS.map((column) => (
            <Choice
              key={column}
              label={moneyColumns[column].head}
              type="checkbox"
              name="columns"
              value={column}
              defaultChecked={columns.includes(column)}
            />
          ))}
        </fieldset>
        <SelectFilter
          label="Sort by"
          name="sort"
          value={sort ?? undefined}
          choices={orders}
          none="Usual order"
        />
        <Button kind="primary" type="submit">
          Show these columns
        </Button>
      </Form>
    </Menu>
  );
}
