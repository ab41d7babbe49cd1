/** The heading above what a file asks; `none` where it asks nothing. */
export function questionsTitle(count: number, none: string): string {
  if (count === 0) return none;
  return count === 1 ? "A question about this file" : `${count} questions about this file`;
}
