/** The statements of a text, cut at semicolons outside of strings, comments and dollar quotes. */
export const statementsOf = (text: string): string[] => text.match(/(?:\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|--[^\n]*|[^;'])+;/g) ?? []
