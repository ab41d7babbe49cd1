/** How reasons speak of rows: by their lines in a file, or as what a broker says. */
export type Words = {
  teller: "The file" | "The broker";
  clients: string;
  /** That a row has what the subject of the sentence names. */
  has: (subject: string, line: number) => string;
  hasIt: (line: number) => string;
  /** A row as the subject of a sentence. */
  row: (line: number) => string;
  /** The rows of one amount as the subject of a sentence. */
  parts: (lines: readonly number[]) => string;
};

export const FILE_WORDS: Words = {
  teller: "The file",
  clients: "clients of the file",
  has: (subject, line) => `${subject} is in line ${line}`,
  hasIt: (line) => `It is in line ${line}`,
  row: (line) => `Line ${line}`,
  parts: (lines) => `Lines ${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`,
};

/** Rows of postbacks and of brokers' answers have no lines. */
export const BROKER_WORDS: Words = {
  teller: "The broker",
  clients: "clients of the broker",
  has: (subject) => `The broker names ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`,
  hasIt: () => "The broker names it",
  row: () => "Another row of the broker",
  parts: (lines) => `${lines.length} deposits`,
};
