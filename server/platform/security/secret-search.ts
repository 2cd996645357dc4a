/** Finds many known secrets in one text in one pass: a company has thousands, and the text may be written by somebody hostile. */

/** A part of a text, in UTF-16 units: from `start` up to `end`. */
export type Span = { readonly start: number; readonly end: number }

/** Which of its secrets are in a text. */
export type SecretSearch = {
  /** In their order and without overlaps. What one secret begins or ends within another is one span with it. */
  readonly spans: (text: string) => Span[]
  /** The length of the longest secret; 0 when there is none. */
  readonly longest: number
}

/** A secret is compared up to here; what begins with so much of it is taken for all of it, so no comparison is long. */
const comparedMax = 128
/** Secrets of so many characters are looked up by so many of them: those that begin alike, such as signed tokens, are told apart. */
const longKey = 24

type Known = { readonly text: string; readonly length: number; readonly parent: Known | null }

/** In the order of their characters, each with the longest one that it begins with. */
function sorted(texts: readonly string[]): Known[] {
  const lengths = new Map<string, number>()
  for (const text of texts) {
    const compared = text.slice(0, comparedMax)
    lengths.set(compared, Math.max(lengths.get(compared) ?? 0, text.length))
  }
  const known: Known[] = []
  for (const text of [...lengths.keys()].toSorted((one, other) => (one < other ? -1 : 1))) {
    let parent = known.at(-1) ?? null
    while (parent !== null && !text.startsWith(parent.text)) parent = parent.parent
    known.push({ text, length: lengths.get(text) ?? text.length, parent })
  }
  return known
}

/** The last one that is not behind the text in their order: every one that the text begins with is that one or a parent of it. */
function lastUpTo(known: readonly Known[] | undefined, text: string, at: number): Known | null {
  if (known === undefined) return null
  if (known.length === 1) return known[0] ?? null
  const beginning = text.slice(at, at + comparedMax)
  let [low, high] = [0, known.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const it = known[middle]
    if (it !== undefined && it.text <= beginning) low = middle + 1
    else high = middle
  }
  return known[low - 1] ?? null
}

const factor = 0x01000193

/** A text as numbers: each of its characters is read several times, and a number of a list costs a fraction of a character of a text. */
const scratch = new Uint16Array(4_096)
const scratchBytes = Buffer.from(scratch.buffer)
/** Characters up to which they are copied one by one. */
const fewCharacters = 48

/** The first numbers are those of the text; they last until the next text. */
function codesOf(text: string): Uint16Array {
  if (text.length > scratch.length) {
    const bytes = Buffer.from(text, 'utf16le')
    return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
  }
  if (text.length > fewCharacters) scratchBytes.write(text, 'utf16le')
  else for (let at = 0; at < text.length; at += 1) scratch[at] = text.charCodeAt(at)
  return scratch
}

/** Tells in no time that a hash is none of these, all but one time in thirty or more. */
function createSieve(hashes: Iterable<number>, count: number) {
  const bits = Math.min(22, Math.max(12, Math.ceil(Math.log2(count + 1)) + 5))
  const shift = 32 - bits
  const marks = new Int32Array(1 << (bits - 5))
  for (const hash of hashes) {
    const mark = hash >>> shift
    marks[mark >>> 5] = (marks[mark >>> 5] ?? 0) | (1 << (mark & 31))
  }
  return { marks, shift }
}

/** Secrets by the hash of their first `size` characters. The hash of the next place in a text follows from the one before (Rabin and Karp). */
function createTable(secrets: readonly string[], size: number) {
  let highest = 1
  for (let at = 1; at < size; at += 1) highest = Math.imul(highest, factor)
  const hashOf = (text: string) => {
    let hash = 0
    for (let at = 0; at < size; at += 1) hash = (Math.imul(hash, factor) + text.charCodeAt(at)) | 0
    return hash
  }
  const groups = new Map([...Map.groupBy(secrets, hashOf)].map(([hash, texts]) => [hash, sorted(texts)] as const))
  const { marks, shift } = createSieve(groups.keys(), groups.size)

  /** How many characters from here on are a secret; 0 when none begins here. */
  function lengthAt(text: string, at: number, hash: number): number {
    let it = lastUpTo(groups.get(hash), text, at)
    while (it !== null && !text.startsWith(it.text, at)) it = it.parent
    return it === null ? 0 : it.length
  }

  return (text: string, codes: Uint16Array, found: (start: number, end: number) => void): void => {
    if (groups.size === 0 || text.length < size) return
    let hash = 0
    for (let at = 0; at < size; at += 1) hash = (Math.imul(hash, factor) + (codes[at] as number)) | 0
    // A secret that begins deep inside another and ends behind it shares more of it than is ever compared.
    let from = 0
    const last = text.length - size
    for (let at = 0; ; at += 1) {
      const mark = hash >>> shift
      if (((marks[mark >>> 5] as number) >>> (mark & 31)) & 1 && at >= from) {
        const length = lengthAt(text, at, hash)
        if (length > 0) {
          found(at, Math.min(text.length, at + length))
          from = at + length - comparedMax
        }
      }
      if (at >= last) return
      hash = (Math.imul(hash - Math.imul(codes[at] as number, highest), factor) + (codes[at + size] as number)) | 0
    }
  }
}

/**
 * Prepares the search. Its time grows with the length of a text and with the logarithm of the number of secrets, whatever the text says.
 * @param secrets those of fewer than `shortest` characters are left out.
 */
export function createSecretSearch(secrets: Iterable<string>, shortest: number): SecretSearch {
  const all = [...new Set(secrets)].filter((secret) => secret.length >= shortest)
  const tables = [
    createTable(
      all.filter(({ length }) => length < longKey),
      shortest,
    ),
    createTable(
      all.filter(({ length }) => length >= longKey),
      longKey,
    ),
  ]
  return {
    longest: all.reduce((most, { length }) => Math.max(most, length), 0),
    spans: (text) => {
      if (all.length === 0 || text.length < shortest) return []
      const codes = codesOf(text)
      const each = tables.map((search) => {
        const spans: { start: number; end: number }[] = []
        search(text, codes, (start, end) => joined(spans, start, end))
        return spans
      })
      const [short = [], long = []] = each
      if (short.length === 0 || long.length === 0) return [...short, ...long]
      return joinedSpans(short, long)
    },
  }
}

/** Adds a span that does not begin before the last one. */
function joined(spans: { start: number; end: number }[], start: number, end: number): void {
  const last = spans.at(-1)
  if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
  else spans.push({ start, end })
}

/** What both say, each in its order, in their order and without overlaps. */
export function joinedSpans(some: readonly Span[], others: readonly Span[]): Span[] {
  const spans: { start: number; end: number }[] = []
  let [one, other] = [0, 0]
  for (;;) {
    const [mine, its] = [some[one], others[other]]
    const next = its === undefined || (mine !== undefined && mine.start <= its.start) ? mine : its
    if (next === undefined) return spans
    if (next === mine) one += 1
    else other += 1
    joined(spans, next.start, next.end)
  }
}

/** The text with a word in place of each span. */
export function replaceSpans(text: string, spans: readonly Span[], instead: string): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let from = 0
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), instead)
    from = end
  }
  return parts.join('') + text.slice(from)
}
