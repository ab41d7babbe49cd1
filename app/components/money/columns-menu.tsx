import { Form, useLocation } from "@remix-run/react";
import { OtherParameters } from "#app/components/filters/filter-bar.tsx";
import { Choice } from "#app/components/forms/choice.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { MONEY_COLUMNS, type MoneyColumn, moneyColumns } from "#app/lib/money-columns.ts";
import styles from "./columns-menu.module.css";

/** Chooses the columns of the table. They are in the address, and kept for the next visit. */
export function ColumnsMenu({ columns }: { columns: MoneyColumn[] }) {
  const { search } = useLocation();
  return (
    <Menu summary="Columns" opensAt="end">
      <Form method="get" className={styles.form} key={search} preventScrollReset>
        <OtherParameters query={search} without={["columns"]} />
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
        <Button kind="primary" type="submit">
          Show these columns
        </Button>
      </Form>
    </Menu>
  );
}
