/** The record fields in a body template: `{customer.name}` or `{lines[0].sku}`, in single braces without blanks. */

/** Without blanks, quotation marks and what JSON, CSS and XML have in braces, and not a number. `{ id }` with blanks stays as it is, and so does `{{name}}`. */
export const templateField = /(?<!\{)\{([^{}\s"'<>&,:;\d][^{}\s"'<>&,:;]*)\}/g

/** The fields of a template, each once, in their order. */
export const fieldsOfTemplate = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(templateField)].map(([, field = '']) => field)),
]
