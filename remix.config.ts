import type { VitePluginConfig } from "@remix-run/dev";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Remix's options. `vite.config.ts` imports this module; Remix itself does not read it. */
export const remixConfig = {
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    // It fails where the browser blocks sessionStorage. The manifest of all routes is small.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
} satisfies VitePluginConfig;
