/** @returns whether help was asked for, and printed */
export function printHelp(usage: string): boolean {
  const isAsked = process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h");
  if (isAsked) console.log(usage);
  return isAsked;
}
