/** For inputs whose fields are all optional: whether any is there. */
export const hasAnyField = (values: object) => Object.values(values).some((value) => value !== undefined);
