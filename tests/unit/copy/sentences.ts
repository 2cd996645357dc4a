/** Every text that a person may read, with the place where it is written. */
import { globSync, readFileSync } from 'node:fs'

export type Text = {
  /** `path:line` */
  readonly at: string
  readonly path: string
  /** The key before it, e.g. `title`; empty where there is none. */
  readonly key: string
  /** What is put in later is written as `X`. */
  readonly text: string
}

/** Catalogues: every literal is a text. */
const catalogues = ['src/**/*.messages.ts', 'contract/help/**/*.ts']
/** Code in which a literal that reads like a sentence is one. */
const code = ['contract/**/*.ts', 'server/**/*.ts']
const sentenceLike = /^[A-Z“][^=<>|]* [^=<>|]*\S [^=<>|]*[.?!]$/

/** Names of members whose text a person reads, also where it begins or ends in the middle of a sentence. */
const readKeys = /^(?:message|reason|next|detail|description)$/
const isSentence = (key: string, text: string) =>
  sentenceLike.test(text) || (readKeys.test(key) && /^[^=<>|]*[a-z]{2} [^=<>|]+ [^=<>|]*[a-z]/.test(text))

/** What only a search or a language model reads. */
const unread = /^contract\/help\/(?:thesaurus|search|faq-terms)\.ts$|^server\/features\/assistant\/(?:provider|language|mcp)\//

/** Ids and paths are no texts. */
const isRead = (text: string) => /[A-Za-z]{2}/.test(text) && !/^[a-z\d./_-]+$/.test(text)

export function textsOf(): readonly Text[] {
  const inCatalogues = globSync(catalogues).flatMap((path) => literalsIn(path))
  const known = new Set(inCatalogues.map(({ at }) => at))
  const inCode = globSync(code)
    .flatMap((path) => literalsIn(path))
    .filter(({ at, key, text }) => !known.has(at) && (key === 'summary' ? / /.test(text) : isSentence(key, text)))
  return [...inCatalogues, ...inCode].filter(({ path, key, text }) => !unread.test(path) && key !== 'words' && isRead(text))
}

function literalsIn(path: string): readonly Text[] {
  const source = readFileSync(path, 'utf8')
  const found: Text[] = []
  let line = 1
  let at = 0
  const skipTo = (end: number) => {
    for (; at < end; at += 1) if (source[at] === '\n') line += 1
  }
  while (at < source.length) {
    const two = source.slice(at, at + 2)
    const sign = source[at] ?? ''
    if (two === '//') skipTo(endOf(source, '\n', at))
    else if (two === '/*') skipTo(endOf(source, '*/', at) + 2)
    else if (sign === "'" || sign === '"' || sign === '`') {
      const { end, text } = literalAt(source, at)
      const key = /([\w$]+)['"]?:\s*(?:\([^()]*\)\s*=>\s*)?$/.exec(source.slice(Math.max(0, at - 120), at))?.[1] ?? ''
      if (!/(?:from|import)\s*\(?$/.test(source.slice(Math.max(0, at - 12), at)))
        found.push({ at: `${path}:${line}`, path, key, text })
      skipTo(end)
    } else skipTo(at + 1)
  }
  return found
}

const endOf = (source: string, sign: string, from: number) => {
  const end = source.indexOf(sign, from + 1)
  return end < 0 ? source.length : end
}

/** A literal from its first quote on; what stands in `${…}` is an X. */
function literalAt(source: string, from: number): { readonly end: number; readonly text: string } {
  const quote = source[from]
  let text = ''
  let at = from + 1
  while (at < source.length && source[at] !== quote) {
    if (source[at] === '\\') {
      text += source[at + 1] === 'n' ? ' ' : (source[at + 1] ?? '')
      at += 2
    } else if (quote === '`' && source.startsWith('${', at)) {
      at = afterBraces(source, at + 2)
      text += 'X'
    } else {
      text += source[at]
      at += 1
    }
  }
  return {
    end: at + 1,
    text: text
      .replaceAll(/\{\w+\}/g, 'X')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }
}

function afterBraces(source: string, from: number): number {
  let depth = 1
  let at = from
  while (at < source.length && depth > 0) {
    const sign = source[at] ?? ''
    if (sign === '`' || sign === "'" || sign === '"') at = literalAt(source, at).end
    else {
      if (sign === '{') depth += 1
      if (sign === '}') depth -= 1
      at += 1
    }
  }
  return at
}
