import { tablesMigration } from "../table.ts";

export default tablesMigration("1.0/opt-in-forms", (type) => ({
  optInForms: {
    columns: {
      id: `${type.id} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      slug: `${type.ascii(50)} NOT NULL`,
      version: `${type.integer} NOT NULL DEFAULT 1`,
      isActive: `${type.boolean} NOT NULL`,
      hasOwnOrder: `${type.boolean} NOT NULL DEFAULT 0`,
      deletedAt: `${type.time} NULL`,
      logo: `${type.text(512)} NULL`,
      ownerName: `${type.text(100)} NOT NULL`,
      title: `${type.text(120)} NOT NULL`,
      introduction: `${type.text(600)} NULL`,
      action: `${type.ascii(12)} NOT NULL`,
      amountField: `${type.ascii(8)} NOT NULL DEFAULT 'optional'`,
      withoutAmount: `${type.ascii(8)} NOT NULL DEFAULT 'lead'`,
      eventNames: `${type.text(1000)} NULL`,
      sendTo: `${type.text(500)} NULL`,
      selectedAssets: `${type.text(1000)} NULL`,
      facebookPixelId: `${type.ascii(36)} NULL`,
      phoneCountry: `${type.ascii(2)} NULL`,
      consentText: `${type.text(1000)} NOT NULL`,
      consentVersion: `${type.integer} NOT NULL DEFAULT 1`,
      allowRepeat: `${type.boolean} NOT NULL`,
      successMessage: `${type.text(1000)} NULL`,
      redirectUrl: `${type.text(2048)} NULL`,
      frameOrigins: `${type.longText} NULL`,
      pendingRetentionDays: `${type.integer} NULL`,
      handledRetentionDays: `${type.integer} NULL`,
      createdAt: `${type.time} NOT NULL`,
      updatedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["id"],
    keys: [
      { name: "optInForms_owner", columns: ["workspaceId"], isUnique: true },
      { name: "optInForms_slug", columns: ["slug"], isUnique: true },
    ],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  optInFormPlatforms: {
    columns: {
      formId: `${type.id} NOT NULL`,
      platformId: `${type.id} NOT NULL`,
      position: `${type.integer} NOT NULL`,
    },
    primaryKey: ["formId", "platformId"],
    references: [
      { column: "formId", table: "optInForms", onDelete: "CASCADE" },
      { column: "platformId", table: "platforms", onDelete: "CASCADE" },
    ],
  },
  // Every slug that a workspace's form has had: none of them goes to somebody else.
  formSlugs: {
    columns: {
      slug: `${type.ascii(50)} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["slug"],
    keys: [{ name: "formSlugs_owner", columns: ["workspaceId", "createdAt"] }],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
  // What a page that was opened earlier may still be sent with.
  pastConsentTexts: {
    columns: {
      formId: `${type.id} NOT NULL`,
      version: `${type.integer} NOT NULL`,
      text: `${type.text(1000)} NOT NULL`,
      replacedAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["formId", "version"],
    references: [{ column: "formId", table: "optInForms", onDelete: "CASCADE" }],
  },
  logos: {
    columns: {
      hash: `${type.ascii(64)} NOT NULL`,
      workspaceId: `${type.id} NOT NULL`,
      mediaType: `${type.ascii(20)} NOT NULL`,
      content: `${type.picture} NOT NULL`,
      createdAt: `${type.time} NOT NULL`,
    },
    primaryKey: ["hash"],
    keys: [{ name: "logos_owner", columns: ["workspaceId", "createdAt"] }],
    references: [{ column: "workspaceId", table: "workspaces", onDelete: "CASCADE" }],
  },
}));
