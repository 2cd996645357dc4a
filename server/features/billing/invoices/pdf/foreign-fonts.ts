/**
 * Fonts for letters that DejaVu lacks: Thai and Devanagari whole; Chinese, Japanese and Korean in parts of some hundred letters, of which only those
 * that a document needs are taken. Nothing is read before it is needed.
 */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** `ranges`: letters of the file, first and last. */
type Part = { readonly file: string; readonly ranges: readonly (readonly [number, number])[] }
type Language = 'sc' | 'jp' | 'kr'

const { resolve } = createRequire(import.meta.url)
/** Written in full: a test finds the packages that production needs by their names. */
const packages: Readonly<Record<Language, string>> = {
  sc: '@fontsource-variable/noto-sans-sc',
  jp: '@fontsource-variable/noto-sans-jp',
  kr: '@fontsource-variable/noto-sans-kr',
}
const wholeFiles = {
  thai: '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff',
  devanagari: '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
} as const

const parts = new Map<Language, Promise<readonly Part[]>>()
const buffers = new Map<string, Promise<Buffer>>()
const subsetsMax = 500

function rangesOf(text: string): Part['ranges'] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

async function readParts(language: Language): Promise<readonly Part[]> {
  const map: unknown = JSON.parse(await readFile(resolve(`${packages[language]}/unicode.json`), 'utf8'))
  return Object.entries(map as Readonly<Record<string, string>>).flatMap(([name, text]) => {
    const [, number] = /^\[(\d+)\]$/.exec(name) ?? []
    const file = `${packages[language]}/files/noto-sans-${language}-${number}-wght-normal.woff2`
    return number === undefined ? [] : [{ file, ranges: rangesOf(text) }]
  })
}

function partsOf(language: Language): Promise<readonly Part[]> {
  const read = parts.get(language) ?? readParts(language)
  parts.set(language, read)
  return read
}

/** A font of these letters only, at the usual weight. */
async function subset(file: string, letters: string): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(await readFile(resolve(file)), letters, { targetFormat: 'sfnt', variationAxes: { wght: 400 } })
}

function cachedFont(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const before = buffers.get(key)
  if (before !== undefined) return before
  const made = make()
  // What failed is tried again for the next document.
  made.catch(() => buffers.delete(key))
  if (buffers.size >= subsetsMax) buffers.clear()
  buffers.set(key, made)
  return made
}

/** Han letters look different by country: kana and Hangul say of which one a text is. */
function languagesOf(text: string): readonly Language[] {
  if (/\p{Script=Hangul}/u.test(text)) return ['kr', 'sc', 'jp']
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr']
  return ['sc', 'jp', 'kr']
}

async function partWith(text: string, letter: string): Promise<string | null> {
  const code = letter.codePointAt(0) ?? 0
  for (const language of languagesOf(text))
    for (const { file, ranges } of await partsOf(language))
      if (ranges.some(([from, to]) => from <= code && code <= to)) return file
  return null
}

/** `of` names the font of a letter of a text, null where none has it. */
export type ForeignFonts = {
  readonly buffers: ReadonlyMap<string, Buffer>
  readonly of: (text: string, letter: string) => string | null
}

/** @param isKnown whether the usual font has a letter. */
export async function foreignFonts(texts: readonly string[], isKnown: (letter: string) => boolean): Promise<ForeignFonts> {
  const names = new Map<string, string>()
  const letters = new Map<string, Set<string>>()
  const key = (text: string, letter: string) => `${languagesOf(text)[0]} ${letter}`
  for (const text of texts)
    for (const letter of text) {
      if (isKnown(letter) || names.has(key(text, letter))) continue
      const whole = /\p{Script=Thai}/u.test(letter)
        ? 'thai'
        : /[\p{Script=Devanagari}\u0964\u0965]/u.test(letter)
          ? 'devanagari'
          : null
      const name = whole ?? (await partWith(text, letter))
      if (name === null) continue
      names.set(key(text, letter), name)
      letters.set(name, (letters.get(name) ?? new Set()).add(letter))
    }
  const fonts = new Map<string, Buffer>()
  for (const [name, of] of letters) {
    const isWhole = name === 'thai' || name === 'devanagari'
    const wanted = [...of].toSorted().join('')
    fonts.set(
      name,
      isWhole
        ? await cachedFont(name, () => readFile(resolve(wholeFiles[name])))
        : await cachedFont(`${name} ${wanted}`, () => subset(name, wanted)),
    )
  }
  return { buffers: fonts, of: (text, letter) => names.get(key(text, letter)) ?? null }
}
