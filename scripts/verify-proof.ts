import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeProblem } from "#app/lib/proof/describe-problem.ts";
import { describeRow } from "#app/lib/proof/describe-row.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.ts";
import { printHelp } from "./help.ts";

const USAGE = `Usage: node build/commands/verify-proof.js FILE [--keys attesto-keys.json]
Checks a proof without a network. Exit code 0 if it is as it was signed by one of the keys, 1 if not, 2 if it is not
checked who signed it, because the keys were not given.`;

/** Of a file that is as it was signed, by whomever: the keys were not given. */
const SIGNER_UNKNOWN = 2;

/** Checks a proof file without a network or a database. Exit code 1 if anything is not as it was signed. */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { keys: { type: "string" } },
    allowPositionals: true,
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Error(USAGE);
  const keys = values.keys === undefined ? undefined : readKeys(values.keys);
  const { proof, problems } = await verifyProof(readText(file), keys);
  if (proof === null) throw new Error(`NOT VALID: ${problems.map(describeProblem).join("\n")}`);
  for (const entry of proof.entries) {
    const { record, values: shown } = entry;
    const facts = Object.entries(record.facts).filter(([, value]) => value !== null);
    console.log(`${record.number}. ${record.at}  ${record.kind}`);
    for (const [name, value] of facts) console.log(`     ${name}: ${value}`);
    for (const name of Object.keys(record.digests))
      console.log(`     ${name}: ${shown[name] ?? "(only its hash)"}`);
    const row = describeRow(entry);
    if (row) console.log(`     ${row}`);
  }
  console.log(
    `${keys ? "VALID" : "VALID, BY AN UNKNOWN SIGNER"}: ${proof.entries.length} entries, each signed and linked to the one before it.`,
  );
  if (keys) {
    console.log("Every signature is by one of the given keys.");
    return;
  }
  console.log(
    `Signed with ${proof.keys.map(({ kid }) => kid).join(", ")}.\nThese keys come from the file itself, so it is not checked who signed it. Save ${proof.keysUrl} and add --keys attesto-keys.json.`,
  );
  process.exitCode = SIGNER_UNKNOWN;
}

/** Every byte counts: a lenient decoder would replace a broken one, or drop a mark at the start. */
function readText(file: string): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
}

function readKeys(file: string): { x: string }[] {
  const { keys } = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(keys)) throw new Error(`${file} is no JSON Web Key Set.`);
  return keys;
}

const checked = printHelp(USAGE) ? Promise.resolve() : run();
checked.catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
