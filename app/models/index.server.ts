import { AccountToken } from "./account-token.server.ts";
import { ApiKey } from "./api-key.server.ts";
import { Authenticator, RecoveryCode } from "./authenticator.server.ts";
import { Commission, MonthTotal } from "./commission.server.ts";
import { CommissionTier } from "./commission-tier.server.ts";
import { Connection } from "./connection.server.ts";
import { Delivery, DeliveryAttempt } from "./delivery.server.ts";
import { ExchangeRate, RateSource } from "./exchange-rate.server.ts";
import { HeldRegistration } from "./held-registration.server.ts";
import { Identity } from "./identity.server.ts";
import { KnownDevice } from "./known-device.server.ts";
import { Mail } from "./mail.server.ts";
import { OptInForm, OptInFormPlatform } from "./opt-in-form.server.ts";
import { Platform } from "./platform.server.ts";
import { Session } from "./session.server.ts";
import { Submission } from "./submission.server.ts";
import { User } from "./user.server.ts";

ApiKey.belongsTo(User, { as: "user", foreignKey: "userId" });
Session.belongsTo(User, { as: "user", foreignKey: "userId" });
Platform.hasMany(CommissionTier, { as: "commissionTiers", foreignKey: "platformId" });
Platform.belongsTo(User, { as: "user", foreignKey: "userId" });
OptInForm.belongsTo(User, { as: "user", foreignKey: "userId" });
Submission.hasOne(Commission, { as: "commission", foreignKey: "submissionId" });
Submission.hasMany(Delivery, { as: "deliveries", foreignKey: "submissionId" });
Delivery.belongsTo(Submission, { as: "submission", foreignKey: "submissionId" });
Delivery.belongsTo(Connection, { as: "connection", foreignKey: "connectionId" });
Delivery.hasMany(DeliveryAttempt, { as: "attempts", foreignKey: "deliveryId" });

export { inTransaction, isSqlite, reading, sequelize } from "./database.server.ts";
export {
  AccountToken,
  ApiKey,
  Authenticator,
  Commission,
  CommissionTier,
  Connection,
  Delivery,
  DeliveryAttempt,
  ExchangeRate,
  HeldRegistration,
  Identity,
  KnownDevice,
  Mail,
  MonthTotal,
  OptInForm,
  OptInFormPlatform,
  Platform,
  RateSource,
  RecoveryCode,
  Session,
  Submission,
  User,
};
