import { Link } from "@remix-run/react";
import { Icon } from "#app/components/ui/icon.tsx";
import { CaretDownIcon } from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./form-switcher.module.css";

type FormChoice = { id: string; name: string; isDefault: boolean; isArchived: boolean };

/** Leads to the settings of the other forms, and to the list where one more is created. */
export function FormSwitcher({ forms, shown }: { forms: FormChoice[]; shown: string | undefined }) {
  if (forms.length === 0) return null;
  if (forms.length < 2 && shown !== undefined)
    return (
      <>
        {" "}
        <Link className={text.small} to={paths.forms()}>
          All forms
        </Link>
      </>
    );
  return (
    <Menu
      summary={
        <>
          Other forms <Icon of={CaretDownIcon} />
        </>
      }
    >
      <ul className={styles.forms}>
        {forms.map(({ id, name, isDefault, isArchived }) => (
          <li key={id}>
            <Link
              className={styles.form}
              to={paths.formSettings({ formId: id })}
              aria-current={id === shown ? "page" : undefined}
            >
              <bdi className={text.truncated}>{name}</bdi>{" "}
              <span className={text.small}>{isDefault ? "default" : isArchived ? "archived" : null}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link className={styles.form} to={paths.forms()}>
            All forms
          </Link>
        </li>
      </ul>
    </Menu>
  );
}
