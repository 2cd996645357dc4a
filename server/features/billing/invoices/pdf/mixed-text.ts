/** Text in several scripts: each letter in a font that has it, broken into lines between words, and Hebrew and Arabic from right to left. */
import type { ForeignFonts } from './foreign-fonts.ts'

/** A character that no font has. */
export const unknown = '\u25a1'

type Document = PDFKit.PDFDocument
/** A part of a line in one font. */
type Piece = { readonly font: string; readonly text: string; readonly isFromRight: boolean }
type Tools = {
  readonly isKnown: (letter: string) => boolean
  readonly fonts: ForeignFonts
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
export const fromRight = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
/** Of no script: they go with what is around them. Digits do not, as they are read from the left. */
const isNeutral = /^[\s\p{P}\p{S}]$/u

/** Words with what follows them, as blanks and commas: a line never begins with those. */
function segmentsOf(text: string): string[] {
  const found: string[] = []
  for (const { segment, isWordLike } of words.segment(text)) {
    const last = found.at(-1)
    if (isWordLike === true || last === undefined) found.push(segment)
    else found[found.length - 1] = last + segment
  }
  return found
}

function neutralEnd(text: string): string {
  const found = Array.from(text)
  return found.slice(found.findLastIndex((letter) => !isNeutral.test(letter)) + 1).join('')
}

/** @param whole the text that a part is of: it says of which country Han letters are. */
function piecesOf(whole: string, part: string, { isKnown, fonts }: Tools): Piece[] {
  const pieces: Piece[] = []
  for (const letter of part) {
    const font = isKnown(letter) ? 'plain' : fonts.of(whole, letter)
    const last = pieces.at(-1)
    const isSameWay = last?.isFromRight === fromRight.test(letter) || (last?.isFromRight === true && isNeutral.test(letter))
    if (last !== undefined && last.font === (font ?? 'plain') && isSameWay)
      pieces[pieces.length - 1] = { ...last, text: last.text + (font === null ? unknown : letter) }
    else {
      const text = font === null ? unknown : letter
      // What follows words from the right stands between them and the next ones.
      const after = last?.isFromRight === true ? neutralEnd(last.text) : ''
      if (after !== '' && last !== undefined)
        pieces.splice(
          -1,
          1,
          { ...last, text: last.text.slice(0, -after.length) },
          { font: 'plain', text: after, isFromRight: false },
        )
      pieces.push({ font: font ?? 'plain', text, isFromRight: fromRight.test(letter) })
    }
  }
  return pieces
}

/** Words from right to left are drawn as one: the library would turn each by itself. */
const optionsOf = ({ isFromRight }: Piece) => ({ lineBreak: false, ...(isFromRight ? { features: [] } : {}) })

/** Glyphs in another order than the letters: the file names these too, for whoever copies or reads them aloud. */
const isReordered = ({ font, isFromRight }: Piece) => isFromRight || font === 'devanagari' || font === 'thai'

export function mixedText(doc: Document, size: number, tools: Tools) {
  const widthOf = (text: string, part: string) =>
    piecesOf(text, part, tools).reduce(
      (sum, piece) => sum + doc.font(piece.font).fontSize(size).widthOfString(piece.text, optionsOf(piece)),
      0,
    )

  function linesOf(text: string, width: number): string[] {
    const lines: string[] = []
    let line = ''
    const add = (part: string) => {
      if (line !== '' && widthOf(text, (line + part).trimEnd()) > width) {
        lines.push(line.trimEnd())
        line = ''
      }
      line += part
    }
    for (const word of segmentsOf(text)) {
      // A word that fits no line is broken anywhere.
      if (widthOf(text, word.trimEnd()) <= width) add(word)
      else for (const { segment } of letters.segment(word)) add(segment)
    }
    if (line !== '') lines.push(line.trimEnd())
    return lines
  }

  const lineHeight = () => doc.font('plain').fontSize(size).currentLineHeight(true)
  return {
    heightOf: (text: string, width: number) => linesOf(text, width).length * lineHeight(),
    draw(text: string, { x, y, width }: { readonly x: number; readonly y: number; readonly width: number }): void {
      const height = lineHeight()
      // Fonts differ in their heights: all stand on one line.
      const rise = ascent * size
      for (const [number, line] of linesOf(text, width).entries()) {
        let at = x
        for (const piece of piecesOf(text, line, tools)) {
          doc.font(piece.font).fontSize(size)
          const options = optionsOf(piece)
          const isMarked = isReordered(piece)
          if (isMarked) doc.markContent('Span', { actual: piece.text })
          doc.text(piece.text, at, y + number * height + rise, { ...options, baseline: 'alphabetic' })
          if (isMarked) doc.endMarkedContent()
          at += doc.widthOfString(piece.text, options)
        }
      }
    },
  }
}

/** Of DejaVu Sans, for a size of 1. */
const ascent = 0.928
