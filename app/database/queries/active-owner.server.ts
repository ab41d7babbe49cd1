import { literal } from "sequelize";

/** A condition on a model with a `workspaceId`: its workspace has an owner whose account is active. */
export function hasActiveOwner(model: "ApiKey" | "BrokerLink" | "OptInForm" | "Platform" | "TelegramBot") {
  return literal(
    `EXISTS (SELECT 1 FROM workspaceMembers m JOIN users u ON u.id = m.userId
     WHERE m.workspaceId = \`${model}\`.\`workspaceId\` AND m.role = 'owner' AND u.isActive = 1)`,
  );
}
