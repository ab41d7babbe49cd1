import type { Plugin } from "vite";

const INJECTION = /^__insertCSS\(.*\);?$/m;
const REMOVAL = /const TIME_BEFORE_UNMOUNT = 200;/;

/**
 * Takes two things out of sonner while it is bundled for the browser. It adds a `<style>` element when it is loaded,
 * which our Content-Security-Policy refuses and which our stylesheet already has; and it takes a dismissed toast from
 * the page after 200 ms, where the specification says 1000 and no option can. A version without these lines stops the build.
 */
export function sonnerWithoutStyle(): Plugin {
  return {
    name: "sonner-without-style",
    config: () => ({ optimizeDeps: { exclude: ["sonner"] } }),
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null;
      if (!INJECTION.test(code) || !REMOVAL.test(code)) this.error("sonner has changed: look at it again");
      return {
        code: code.replace(INJECTION, "").replace(REMOVAL, "const TIME_BEFORE_UNMOUNT = 1000;"),
        map: null,
      };
    },
  };
}
