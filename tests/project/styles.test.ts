import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const APP = fileURLToPath(new URL("../../app", import.meta.url));
/** Importable from every folder: how words look, and how parts stand to each other. */
const SHARED = ["components/ui/layout.module.css", "components/ui/text.module.css"];
/** Set by the document, by who speaks to screen readers only, and by a library. */
const GLOBAL = ["dark", "light", "system", "visually-hidden", "sonner-loader"];
/** They have a style of their own: one inlined into the public page, one written into each email. */
const OWN_STYLE = /^(components\/opt-in|services\/mail)\//;

const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
const read = (file: string) => readFileSync(path.join(APP, file), "utf8");
const sheets = files
  .filter((file) => file.endsWith(".css"))
  .map((file) => {
    const css = read(file).replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "");
    const selectors = [...css.matchAll(/([^{};]+)\{/g)].map(([, selector = ""]) => selector.trim());
    const classes = selectors
      .filter((selector) => !selector.startsWith("@"))
      .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name));
    return { file, selectors, classes: new Set(classes) };
  });
const modules = sheets.filter(({ file }) => file.endsWith(".module.css"));

const components = files
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => {
    const source = read(file);
    const imports = [...source.matchAll(/^import (\w+) from "([^"]+\.module\.css)";$/gm)].map(
      ([, name = "", from = ""]) => ({
        name,
        module: from.startsWith("#app/") ? from.slice(5) : path.join(path.dirname(file), from),
      }),
    );
    return { file, source, code: source.replaceAll(/^import .*;$/gm, ""), imports };
  });

/** The names that components take from a module; null stands for one that is computed. */
function namesUsed(module: string): Set<string | null> {
  const names = components.flatMap(({ code, imports }) =>
    imports
      .filter((imported) => imported.module === module)
      .flatMap(({ name }) => [
        ...[...code.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, "g"))].map(([, used = ""]) => used),
        ...(code.includes(`${name}[`) ? [null] : []),
      ]),
  );
  return new Set(names);
}

test("every style sheet is a module beside its component, but those of the elements and of the public page", () => {
  const global = sheets.filter((sheet) => !modules.includes(sheet)).map(({ file }) => file);
  expect(global.sort()).toEqual([
    "components/opt-in/opt-in.css",
    "styles/app.css",
    "styles/base.css",
    "styles/tokens.css",
  ]);
});

test("no style sheet defines a global class for a part of the product", () => {
  const ofElements = sheets.filter(({ file }) => file.startsWith("styles/"));
  const global = [
    ...ofElements.flatMap(({ classes }) => [...classes]),
    ...modules.flatMap(({ selectors }) =>
      selectors.flatMap((selector) => [...selector.matchAll(/:global\W+([\w-]*)/g)].map(([, name]) => name)),
    ),
  ];
  expect(global.filter((name) => !GLOBAL.includes(name ?? ""))).toEqual([]);
});

test("no component takes a class from anywhere but a module", () => {
  const named = components
    .filter(({ file }) => !OWN_STYLE.test(file))
    .flatMap(({ file, source }) =>
      [...source.matchAll(/className=(?:"|\{["`])([^"`]*)/g)].map(([, name]) => ({ file, name })),
    );
  expect(named.filter(({ name }) => name !== "visually-hidden")).toEqual([]);
});

test("a module belongs to the components of its folder", () => {
  const foreign = components.flatMap(({ file, imports }) =>
    imports
      .filter(({ module }) => !SHARED.includes(module) && path.dirname(module) !== path.dirname(file))
      .map(({ module }) => `${file} imports ${module}`),
  );
  expect(foreign).toEqual([]);
});

test("every class that a component uses is in its module, and no class is unused", () => {
  const wrong = modules.flatMap(({ file, classes }) => {
    const used = namesUsed(file);
    const isGlobal = (name: string) => GLOBAL.includes(name);
    const missing = [...used].filter((name) => name !== null && !classes.has(name));
    const unused = used.has(null) ? [] : [...classes].filter((name) => !used.has(name) && !isGlobal(name));
    return [
      ...missing.map((name) => `${file} lacks ${name}`),
      ...unused.map((name) => `nothing uses ${name} of ${file}`),
    ];
  });
  expect(modules.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
