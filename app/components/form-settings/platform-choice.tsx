import type { FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import { useFocusNext } from "#app/components/ui/use-focus-next.ts";
import { paths } from "#app/paths.ts";
import styles from "./platform-choice.module.css";
import { useHiddenValue } from "./use-hidden-value.ts";
import type { OfferedPlatform } from "./values.ts";

type PlatformChoiceProps = {
  platforms: OfferedPlatform[];
  selected: FieldMetadata<string[]>;
  order: FieldMetadata<string>;
};

/** The brokers that the form offers, and their order. Without script an arrow posts the form. */
export function PlatformChoice({ platforms, selected, order }: PlatformChoiceProps) {
  const control = useHiddenValue(order);
  const focusNext = useFocusNext();
  const ids = orderedIds(control.value, platforms);
  const chosen = [selected.initialValue ?? []].flat();
  const move = (id: string, by: -1 | 1) => (event: React.MouseEvent) => {
    event.preventDefault();
    const from = ids.indexOf(id);
    control.change(
      ids
        .toSpliced(from, 1)
        .toSpliced(from + by, 0, id)
        .join(","),
    );
    focusNext(`[data-platform="${id}"] [data-move="${by < 0 ? "up" : "down"}"]`);
  };
  if (platforms.length === 0)
    return (
      <p className={text.secondary}>
        You have no brokers yet. <Link to={paths.platforms()}>Add the first one</Link>, and it joins your
        form.
      </p>
    );
  return (
    <FieldGroup legend="Brokers on the form" field={selected}>
      <input {...control.props} />
      <ol className={styles.list}>
        {ids.map((id, index) => {
          const platform = platforms.find((each) => each.id === id);
          return (
            <li key={id} data-platform={id}>
              <label htmlFor={`platform-${id}`}>
                <input
                  id={`platform-${id}`}
                  type="checkbox"
                  name={selected.name}
                  value={id}
                  defaultChecked={chosen.includes(id)}
                />
                <span className={text.breakable}>
                  {platform?.name}
                  {platform?.isActive ? null : <span className={text.small}> switched off, not shown</span>}
                </span>
              </label>
              <Move name={platform?.name} id={id} by={-1} isPossible={index > 0} onClick={move(id, -1)} />
              <Move
                name={platform?.name}
                id={id}
                by={1}
                isPossible={index < ids.length - 1}
                onClick={move(id, 1)}
              />
            </li>
          );
        })}
      </ol>
    </FieldGroup>
  );
}

type MoveProps = {
  id: string;
  name: string | undefined;
  by: -1 | 1;
  isPossible: boolean;
  onClick: (event: React.MouseEvent) => void;
};

function Move({ id, name, by, isPossible, onClick }: MoveProps) {
  const isUp = by < 0;
  return (
    <button
      type="submit"
      name="move"
      value={`${isUp ? "up" : "down"}:${id}`}
      data-move={isUp ? "up" : "down"}
      className={buttonClass({ kind: "quiet", isIcon: true, isSmall: true })}
      aria-disabled={isPossible ? undefined : true}
      onClick={isPossible ? onClick : (event) => event.preventDefault()}
    >
      <Icon of={isUp ? ArrowUpIcon : ArrowDownIcon} />
      <span className="visually-hidden">{`Move ${name} ${isUp ? "up" : "down"}`}</span>
    </button>
  );
}

/** The rows as they were left; brokers that came since stand at the end. */
function orderedIds(order: string, platforms: OfferedPlatform[]): string[] {
  const known = platforms.map(({ id }) => id);
  const kept = order.split(",").filter((id) => known.includes(id));
  return [...new Set([...kept, ...known])];
}
