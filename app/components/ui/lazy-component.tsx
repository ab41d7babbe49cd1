import { type ComponentType, lazy, Suspense, useState } from "react";

export type LazyPart<Props> = {
  /** The component, once it is loaded. */
  loaded: ComponentType<Props> | null;
  load(): Promise<{ default: ComponentType<Props> }>;
  Lazy: ComponentType<Props>;
};

/**
 * A component whose script loads once it is needed. Its module awaits `load` on the server, and in the browser
 * where the server has rendered the component: both must render the same.
 */
export function createLazyPart<Props>(read: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const load = async () => {
    script.loaded ??= await read();
    return { default: script.loaded };
  };
  const Lazy = lazy(load as () => Promise<{ default: ComponentType }>) as unknown as ComponentType<Props>;
  const script: LazyPart<Props> = { loaded: null, load, Lazy };
  return script;
}

type LazyComponentProps<Props> = { script: LazyPart<Props>; props: Props };

export function LazyComponent<Props extends object>({ script, props }: LazyComponentProps<Props>) {
  const [Loaded] = useState(() => script.loaded);
  if (Loaded) return <Loaded {...props} />;
  const { Lazy } = script;
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
}
