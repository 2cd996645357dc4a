/** One article of the help. Its text is data: the console draws it, the search and the assistant read it. */

export type ArticleKind = 'topic' | 'screen' | 'setting' | 'error' | 'faq'

export type Article = {
  /** Stands in its address: `/help-center/<id>`. */
  readonly id: string
  readonly kind: ArticleKind
  readonly title: string
  /** Paragraphs. One that begins with `- ` is an item of a list, one with `1. ` a step. `[label](/path)` is a link inside the console. */
  readonly text: readonly string[]
  /** What people call it besides; only the search reads it. */
  readonly words?: string
  /** Where in the console it is. */
  readonly href?: string
  /** Ids of other articles. */
  readonly related?: readonly string[]
}

/** A piece of a paragraph: plain text, or a link. */
export type Piece = { readonly text: string; readonly href?: string }

/** The pieces of a paragraph. Only addresses of the console become links; everything else stays text. */
export function piecesOf(paragraph: string): readonly Piece[] {
  const pieces: Piece[] = []
  let rest = paragraph
  for (;;) {
    const start = rest.indexOf('[')
    const middle = rest.indexOf('](/', start)
    const end = rest.indexOf(')', middle)
    if (start === -1 || middle === -1 || end === -1) break
    if (start > 0) pieces.push({ text: rest.slice(0, start) })
    pieces.push({ text: rest.slice(start + 1, middle), href: rest.slice(middle + 2, end) })
    rest = rest.slice(end + 1)
  }
  return rest === '' ? pieces : [...pieces, { text: rest }]
}

export const plainText = (paragraph: string) =>
  piecesOf(paragraph)
    .map(({ text }) => text)
    .join('')
