export type ApiResponse = {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** In place of the body: a file. */
  stream?: ReadableStream<Uint8Array> | null;
};
