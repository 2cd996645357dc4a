/** Whether a text is one query. The database would refuse a second statement, too; here it is told before anything runs. */
import { parameter } from './driver.ts'

/** A stretch of a query. Quoted texts and names, comments, and the dollar quotes of PostgreSQL may hold a semicolon that ends nothing. */
type Piece = { readonly kind: 'bare' | 'quoted' | 'comment'; readonly text: string }

const opening = /['"`]|--|\/\*|\$[a-z_]*\$/gi

/** The end of a text in quotes, in which the quote itself stands twice; -1 when it is not closed. */
function endOfQuoted(text: string, quote: string, from: number): number {
  let doubled = -1
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 2)) {
    if (text[at + 1] !== quote || quote === '`') return at + 1
    doubled = at + 1
  }
  return doubled
}

function endOfPiece(text: string, sign: string, from: number): number {
  if (sign === '--') {
    const end = text.indexOf('\n', from)
    return end === -1 ? text.length : end
  }
  if (sign.length === 1) return endOfQuoted(text, sign, from)
  const close = sign === '/*' ? '*/' : sign
  const end = text.indexOf(close, from)
  return end === -1 ? -1 : end + close.length
}

/** The pieces of a query in their order. What is opened and never closed opens nothing; it is looked for once, so the time grows with the text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  const unclosed = new Set<string>()
  let done = 0
  opening.lastIndex = 0
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const sign = found[0]
    const end = unclosed.has(sign) ? -1 : endOfPiece(text, sign, opening.lastIndex)
    if (end === -1) {
      unclosed.add(sign)
      // The second sign of a dollar quote that is none may be the first of another one.
      opening.lastIndex = found.index + 1
      continue
    }
    if (found.index > done) pieces.push({ kind: 'bare', text: text.slice(done, found.index) })
    pieces.push({ kind: sign === '--' || sign === '/*' ? 'comment' : 'quoted', text: text.slice(found.index, end) })
    done = end
    opening.lastIndex = end
  }
  if (done < text.length) pieces.push({ kind: 'bare', text: text.slice(done) })
  return pieces
}

const instead = ({ kind, text }: Piece) => (kind === 'comment' ? ' ' : kind === 'quoted' ? 'x'.repeat(text.length) : text)

type Parsed = { readonly query: string } | { readonly fault: string }

/** The query without what ends it; or why it is none. */
export const oneQuery = (text: string): Parsed =>
  oneOf(text, /^[\s(]*(?:select|with)\b/i, 'Start the query with select or with', 'query')

const changing = /^[\s(]*(?:insert|update|delete|merge|replace|call|select|with)\b/i
const startsWrong = 'Start the statement with insert, update, delete, merge, replace, call, select or with'

/** A statement that is run for each record, without what ends it; or why it is none. */
export function oneStatement(text: string): Parsed {
  const pieces = piecesOf(text)
  if (pieces.some(({ kind, text: piece }) => kind === 'bare' && piece.includes('/*')))
    return { fault: 'Close the comment with */, or remove it' }
  // MySQL reads on behind such a quote, and PostgreSQL does not.
  if (pieces.some(({ kind, text: piece }) => kind === 'quoted' && /\\['"]$/.test(piece)))
    return { fault: 'Write a quote inside text twice, instead of a backslash before it' }
  return oneOf(text, changing, startsWrong, 'statement')
}

function oneOf(text: string, begins: RegExp, startsOtherwise: string, what: 'query' | 'statement'): Parsed {
  if (text.includes(parameter) || text.includes('\u0000')) return { fault: `Remove the control character from the ${what}` }
  const bare = piecesOf(text).map(instead).join('')
  if (!begins.test(bare)) return { fault: startsOtherwise }
  if (/;\s*\S/.test(bare)) return { fault: `Enter only one ${what}, with nothing after the ;` }
  // Comments at the end may hold the last semicolon, so it is looked for where no comment is.
  const query = bare.trimEnd().endsWith(';') ? text.slice(0, text.lastIndexOf(';')) : text
  return { query: query.trim() }
}
