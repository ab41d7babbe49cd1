import { useNavigation } from "@remix-run/react";
import { createContext, useContext, useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { focusMain } from "#app/components/ui/focus-main.ts";
import { showToast } from "#app/components/ui/toasts.ts";
import styles from "./review-keys.module.css";

/** Whether single keys work. */
const KeysContext = createContext(false);

/** Keys that lead to a change of a claim. They do nothing in a menu and when they repeat. */
const DECIDING = new Set(["a", "r", "u"]);
/** Keys that wait, the last of them, while a claim loads. */
const WAITING = new Set(["j", "k", "r", "u"]);
/** The page says that it is busy a moment after the key, and at the latest now. */
const BUSY_WITHIN_MS = 1000;

/**
 * Makes single keys press the element with that key in `aria-keyshortcuts`. `j` and `k` move through the rows
 * while no claim is open. While a claim loads, the last key is kept for it, but none that verifies it: nobody has
 * seen it yet.
 */
export function ReviewKeys({ isOn, children }: { isOn: boolean; children: React.ReactNode }) {
  const waiting = useRef<{ key: string; claim: string | null } | null>(null);
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  const isLoading = useNavigation().state !== "idle";
  useEffect(() => {
    if (isLoading) return;
    startedAt.current = Number.NEGATIVE_INFINITY;
    const kept = waiting.current;
    waiting.current = null;
    // After a load that failed, the key would meet the claim that was there before.
    if (kept && kept.claim !== openClaim()) pressKey(kept.key);
  }, [isLoading]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The preference is about single characters: Escape always works.
      if (!isOn && event.key !== "Escape") return;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      const { key, target } = event;
      if (isTyping(target) && key !== "Escape") return;
      if (DECIDING.has(key) && (event.repeat || isInMenu(target))) return;
      const isBusy = isPageBusy() || event.timeStamp - startedAt.current < BUSY_WITHIN_MS;
      if (key === "a" && isBusy) return sayLoading();
      if (WAITING.has(key) && isBusy) {
        waiting.current = { key, claim: openClaim() };
        return;
      }
      if (!leaveSearch(event) && !pressKey(key)) return;
      if (loadsClaim(key)) startedAt.current = event.timeStamp;
      event.preventDefault();
    };
    // Before the menus' own listeners, which would have closed them.
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [isOn]);
  return <KeysContext.Provider value={isOn}>{children}</KeysContext.Provider>;
}

const pressKey = (key: string): boolean =>
  key === "x" ? toggleRow() : pressCarrier(key) || moveOverRows(key);

const openClaim = (): string | null => new URLSearchParams(location.search).get("open");

/** Whether the key loads another claim: in the list each deciding key opens the row, in a sheet `r` opens a form. */
const loadsClaim = (key: string): boolean =>
  openClaim() === null ? DECIDING.has(key) : key !== "r" && (DECIDING.has(key) || WAITING.has(key));

const sayLoading = () =>
  showToast({ kind: "blank", message: "Loading…", advice: "Press a once you have seen the claim." });

/** The key of the button it stands in; `aria-keyshortcuts` says it to screen readers. */
export function Key({ children }: { children: string }) {
  const isShown = useContext(KeysContext);
  const isHydrated = useHydrated();
  return isShown && isHydrated ? (
    <span className={styles.key} aria-hidden="true">
      {children}
    </span>
  ) : null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio"].includes(target.type);
  return target.isContentEditable || ["TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Read from the page, because an effect that followed the navigation would run after the next claim is shown. */
const isPageBusy = (): boolean => document.querySelector("main [aria-busy=true]") !== null;

/** Whether it is inside an open menu or form, such as the reasons of a rejection. */
const isInMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("details[open][data-floating]") !== null;

/**
 * @returns whether an element with the key was found
 */
function pressCarrier(key: string): boolean {
  // An open menu closes first, and by itself.
  if (key === "Escape" && document.querySelector("main details[open][data-floating]")) return false;
  // The sheet stands after the list.
  const carrier = [
    ...document.querySelectorAll<HTMLElement>(`main [aria-keyshortcuts="${CSS.escape(key)}"]`),
  ].at(-1);
  if (!carrier) return (key === "a" || key === "r") && openRow();
  if (carrier instanceof HTMLInputElement) carrier.focus();
  else carrier.click();
  if (carrier.tagName === "SUMMARY")
    carrier.parentElement?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  return true;
}

/** A claim is decided in its sheet, so the row with the focus opens first. */
function openRow(): boolean {
  const link = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-claim]");
  link?.click();
  return Boolean(link);
}

/** Escape in the search field moves the focus to the list and keeps the text. */
function leaveSearch({ key, target }: KeyboardEvent): boolean {
  if (key !== "Escape" || !(target instanceof HTMLInputElement) || target.type !== "search") return false;
  focusMain();
  return true;
}

const rowLinks = () => [...document.querySelectorAll<HTMLElement>("main tbody [data-claim]")];

function moveOverRows(key: string): boolean {
  const links = rowLinks();
  const step = key === "j" ? 1 : key === "k" ? -1 : 0;
  if (step === 0 || links.length === 0) return false;
  const current = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  links[Math.min(Math.max(current + step, 0), links.length - 1)]?.focus();
  return true;
}

/** Selects the row with the focus, or the open one. */
function toggleRow(): boolean {
  const focused = document.activeElement?.closest("tr") ?? null;
  const row = focused ?? document.querySelector("main tbody [data-claim][aria-current]")?.closest("tr");
  const box = row?.querySelector<HTMLElement>("input[type=checkbox]");
  box?.click();
  return Boolean(box);
}
