/** How a form's owner tells it apart: one that never got a name by its address. */
export const formName = ({ name, slug }: { name: string; slug: string }): string => name || slug;
