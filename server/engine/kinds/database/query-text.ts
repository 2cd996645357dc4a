/** Whether a text is one query. The database would refuse a second statement, too; here it is told before anything runs. */
import { parameter } from './driver.ts'

/** Quoted texts and names, comments, and the dollar quotes of PostgreSQL: what may hold a semicolon that ends nothing. */
export const textPieces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\$([a-z_]*)\$[\s\S]*?\$\1\$/gi

/** The query without what ends it; or why it is none. */
export function oneQuery(text: string): { readonly query: string } | { readonly fault: string } {
  if (text.includes(parameter) || text.includes('\u0000')) return { fault: 'The query holds a control character' }
  const bare = text.replace(textPieces, (piece) => (/^(--|\/\*)/.test(piece) ? ' ' : 'x'.repeat(piece.length)))
  if (!/^[\s(]*(?:select|with)\b/i.test(bare)) return { fault: 'The query must begin with select or with' }
  if (/;\s*\S/.test(bare)) return { fault: 'Only one query is possible: something stands after the ;' }
  // Comments at the end may hold the last semicolon, so it is looked for where no comment is.
  const query = /;\s*$/.test(bare) ? text.slice(0, text.lastIndexOf(';')) : text
  return { query: query.trim() }
}
