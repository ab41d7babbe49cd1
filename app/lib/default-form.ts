type FormPlace = { isDefault: boolean | null; archivedAt: Date | null };

/** Of a workspace's forms in their order. A form that an older version wrote has no mark. */
export const findDefault = <Form extends FormPlace>(forms: Form[]): Form | undefined =>
  forms.find(({ isDefault }) => isDefault) ?? forms.find(({ archivedAt }) => archivedAt === null);
