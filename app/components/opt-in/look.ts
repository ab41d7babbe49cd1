import {
  clampChroma,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  useMode as readMode,
  wcagContrast,
} from "culori/fn";
import type { FormLook } from "#app/schemas/shared/form-look.ts";
import optInCss from "./opt-in.css?inline";

/** The contrast that text needs, and that a shape needs with what is around it. */
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;
/** How much of the accent color is in the background of a chosen broker. */
const TINT = 0.14;
/** By how much a shade that is hardly seen changes its lightness at once, of 1. */
const STEP = 0.01;

readMode(modeRgb);
readMode(modeLrgb);
readMode(modeOklab);
const toOklch = readMode(modeOklch);

type Shown = "light" | "dark";

const [light = "", dark = ""] = [...optInCss.matchAll(/:root\s*\{([^{}]*)\}/g)].map(([, block = ""]) =>
  block.replace(/color-scheme:[^:;]*;/, ""),
);
/** The colors of the page as the style sheet has them. */
const palettes: Record<Shown, string> = { light, dark };

function colorOf(shown: Shown, name: string): string {
  const [, color = ""] = new RegExp(`--${name}:\\s*(#\\w+)`).exec(palettes[shown]) ?? [];
  return color;
}

/** The accent color of a light page whose form has none of its own. */
export const PRODUCT_COLOR = colorOf("light", "accent");

/** The given color, or the nearest darker or lighter one that is seen on the page. */
function toShade(accentColor: string, shown: Shown): string {
  const around = ["ground", "surface", "sunk"].map((name) => colorOf(shown, name));
  const isSeen = (color: string) => around.every((one) => wcagContrast(color, one) >= SHAPE_CONTRAST);
  const { l: start, ...hue } = toOklch(accentColor) ?? { mode: "oklch", l: 0, c: 0 };
  const step = shown === "light" ? -STEP : STEP;
  let color = accentColor;
  for (let l = start + step; !isSeen(color) && l >= 0 && l <= 1; l += step)
    color = formatHex(clampChroma({ ...hue, l }, "oklch"));
  return color;
}

/** The style sheet's variables that an accent color sets. */
function toColors(accentColor: string, shown: Shown) {
  const accent = toShade(accentColor, shown);
  return {
    accent,
    "accent-fill": accent,
    "on-accent": wcagContrast("#ffffff", accent) >= TEXT_CONTRAST ? "#ffffff" : "#000000",
    "accent-tint": formatHex(interpolate([colorOf(shown, "surface"), accent], "oklab")(TINT)),
  };
}

const shownIn = ({ theme }: Pick<FormLook, "theme">): Shown[] =>
  theme === "automatic" ? ["light", "dark"] : [theme];

/** The shades that stand for an accent color where it would hardly be seen. */
export const findShades = ({ accentColor, theme }: FormLook): { shown: Shown; color: string }[] =>
  accentColor === null
    ? []
    : shownIn({ theme })
        .map((shown) => ({ shown, color: toShade(accentColor, shown) }))
        .filter(({ color }) => color !== accentColor);

/** What a look adds to the style sheet of the public pages; empty for the product's own. */
export function lookCss({ accentColor, theme }: FormLook): string {
  const rule = (shown: Shown, fixed: string) => {
    const colors = accentColor === null ? {} : toColors(accentColor, shown);
    return `:root{${fixed}${Object.entries(colors)
      .map(([name, color]) => `--${name}:${color};`)
      .join("")}}`;
  };
  if (theme !== "automatic") return rule(theme, `color-scheme:${theme};${palettes[theme].trim()};`);
  if (accentColor === null) return "";
  return `${rule("light", "")}@media (prefers-color-scheme:dark){${rule("dark", "")}}`;
}
