import { sha256 } from "#app/lib/random.server.ts";
import { PLATFORM_NAME_MAX } from "#app/schemas/shared/limits.ts";

/** Names with the same key look alike: case, width, spaces and invisible characters are ignored. */
export function toPlatformNameKey(name: string): string {
  const key = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s+/gu, " ")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ");
  // NFKC can turn one character into eighteen.
  return key.length > PLATFORM_NAME_MAX ? sha256(key).slice(0, PLATFORM_NAME_MAX) : key;
}
