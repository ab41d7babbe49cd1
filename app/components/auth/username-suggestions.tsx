import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import styles from "./username-suggestions.module.css";

type UsernameSuggestionsProps = { names: string[]; onChoose: (name: string) => void };

/** Free usernames: buttons that fill in the field, or words to type without script. */
export function UsernameSuggestions({ names, onChoose }: UsernameSuggestionsProps) {
  const isHydrated = useHydrated();
  if (names.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <span className={text.small}>Free usernames:</span>
      {names.map((name) =>
        isHydrated ? (
          <Button key={name} isSmall onClick={() => onChoose(name)}>
            {name}
          </Button>
        ) : (
          <b key={name} className={text.strong}>
            {name}
          </b>
        ),
      )}
    </div>
  );
}
