/**
 * The tag of a script of ours. None where an optimizer has put the script into the page or into a file of its own.
 * @param marked tells our tag from other scripts of this path, for a module, which has no `currentScript`
 */
export function findOwnTag(path: string, marked?: string): HTMLScriptElement | undefined {
  const tags = [document.currentScript, ...(marked ? document.querySelectorAll(marked) : [])];
  return tags.find(
    (tag): tag is HTMLScriptElement => tag instanceof HTMLScriptElement && toUrl(tag.src)?.pathname === path,
  );
}

/** `URL.canParse` is younger than browsers that visit. */
export function toUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
