/** The next default once one leaves, of rows in their order: the next active one, otherwise the next one. */
export function nextDefault<Row extends { isActive: boolean }>(rows: Row[], leaving: Row): Row | undefined {
  const at = rows.indexOf(leaving);
  const following = [...rows.slice(at + 1), ...rows.slice(0, at)];
  return following.find(({ isActive }) => isActive) ?? following[0];
}
