/** Where Google forbids sending the IP address: the EEA, the United Kingdom and Switzerland. */
const WITHOUT_IP = new Set(
  (
    "at be bg hr cy cz dk ee fi fr de gr hu ie it lv lt lu mt nl pl pt ro sk si es se " +
    // Territories of theirs with a code of their own.
    "ax gf gp mq re yt mf is li no gb gi je gg im ch"
  ).split(" "),
);

/** Whether the IP address of somebody in this country may be sent; never where the country is not known. */
export const mayHoldIp = (countryCode: string | null): boolean =>
  countryCode !== null && !WITHOUT_IP.has(countryCode);
