import { CommissionTier } from "./commission-tier.server.ts";
import { Connection } from "./connection.server.ts";
import { Delivery, DeliveryAttempt } from "./delivery.server.ts";
import { OptInForm, OptInFormPlatform } from "./opt-in-form.server.ts";
import { Platform } from "./platform.server.ts";
import { Session } from "./session.server.ts";
import { Submission } from "./submission.server.ts";
import { User } from "./user.server.ts";

Session.belongsTo(User, { as: "user", foreignKey: "userId" });
Platform.hasMany(CommissionTier, { as: "commissionTiers", foreignKey: "platformId" });
OptInForm.belongsTo(User, { as: "user", foreignKey: "userId" });
OptInForm.belongsToMany(Platform, {
  as: "platforms",
  through: OptInFormPlatform,
  foreignKey: "formId",
  otherKey: "platformId",
});
Submission.hasMany(Delivery, { as: "deliveries", foreignKey: "submissionId" });
Delivery.belongsTo(Submission, { as: "submission", foreignKey: "submissionId" });
Delivery.belongsTo(Connection, { as: "connection", foreignKey: "connectionId" });
Delivery.hasMany(DeliveryAttempt, { as: "attempts", foreignKey: "deliveryId" });

export { inTransaction, isSqlite, reading, sequelize } from "./database.server.ts";
export {
  CommissionTier,
  Connection,
  Delivery,
  DeliveryAttempt,
  OptInForm,
  OptInFormPlatform,
  Platform,
  Session,
  Submission,
  User,
};
