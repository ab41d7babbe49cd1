import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { paths } from "#app/paths.ts";
import type { ProviderIntent } from "#app/schemas/accounts.ts";
import styles from "./provider-buttons.module.css";

export type ProviderButton = { id: string; name: string };

type ProviderButtonsProps = {
  providers: ProviderButton[];
  returnTo?: string | undefined;
  intent?: ProviderIntent;
  /** What the buttons say before the provider's name. */
  verb?: string;
};

/** One button for each provider. Each is a form: a link could be opened by a stranger's page. */
export function ProviderButtons({
  providers,
  returnTo,
  intent = "sign-in-with-provider",
  verb = "Continue with",
}: ProviderButtonsProps) {
  return providers.map(({ id, name }) => (
    <PostForm
      key={id}
      intent={intent}
      className={styles.provider}
      action={paths.providerSignIn({ provider: id, ...(returnTo ? { returnTo } : {}) })}
    >
      <SubmitButton pending="Going there" name="provider" value={id}>
        {verb} {name}
      </SubmitButton>
    </PostForm>
  ));
}

/** Shown below a page's form. Empty if no provider is configured. */
export function OrWithProvider(props: ProviderButtonsProps) {
  if (props.providers.length === 0) return null;
  return (
    <>
      <p className={styles.or}>or</p>
      <ProviderButtons {...props} />
    </>
  );
}
