/** The choices of an amount's currency: the claim's own one is there, whichever it is. */
export function CurrencyOptions({ own, currencies }: { own: string | null; currencies: readonly string[] }) {
  return [...new Set([...currencies, ...(own ? [own] : [])])].map((code) => (
    <option key={code}>{code}</option>
  ));
}
