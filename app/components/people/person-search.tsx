import { Form } from "@remix-run/react";
import { Input } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { Button } from "#app/components/ui/button.tsx";
import styles from "./person-search.module.css";

export function PersonSearch({ search }: { search: string | null }) {
  return (
    <Form method="get" role="search" key={search ?? ""}>
      <FieldBox label="Email or phone number" htmlFor="person-search">
        <span className={styles.field}>
          <Input id="person-search" name="search" type="search" defaultValue={search ?? ""} required />
          <Button kind="primary" type="submit">
            Find
          </Button>
        </span>
      </FieldBox>
    </Form>
  );
}
