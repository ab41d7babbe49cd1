import { useLocation } from "@remix-run/react";
import { storeTheme } from "#app/browser/theme.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { paths } from "#app/paths.ts";
import { type Theme, useRootData } from "./root-data.ts";

const themes: { value: Theme; label: string }[] = [
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
  { value: "system", label: "System" },
];

type ThemeChoiceProps = Record<"formClass" | "legendClass" | "listClass" | "itemClass", string | undefined>;

/** A form of its own, so that it works on pages without script too. */
export function ThemeChoice({ formClass, legendClass, listClass, itemClass }: ThemeChoiceProps) {
  const theme = useRootData()?.theme ?? "dark";
  const { pathname, search } = useLocation();
  return (
    <PostForm className={formClass} intent="theme" action={paths.theme()} preventScrollReset>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <fieldset>
        <legend className={legendClass}>Theme</legend>
        <div className={listClass}>
          {themes.map(({ value, label }) => (
            <button
              key={value}
              className={itemClass}
              type="submit"
              name="theme"
              value={value}
              onClick={() => storeTheme(value)}
              aria-pressed={theme === value}
            >
              {label}
            </button>
          ))}
        </div>
      </fieldset>
    </PostForm>
  );
}
