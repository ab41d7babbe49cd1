import { literal } from "sequelize";

/** Evidence of a statement is what its shown matching found; what decided a claim stays. */
export const isShownEvidence = () =>
  literal(`(matchingId IS NULL OR decides IS NOT NULL OR EXISTS
    (SELECT 1 FROM imports i WHERE i.id = statementId AND i.matchingId = \`Evidence\`.matchingId))`);
