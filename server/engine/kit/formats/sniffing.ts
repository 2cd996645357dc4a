/** How the bytes of a response are read: its format, its encoding and, of CSV, what separates the columns. Pure. */
import { isUtf8 } from 'node:buffer'

import {
  delimiters,
  type ResponseFormat,
  type ResponseFormatType,
} from '#contract/connectors/config/responses/response-format.ts'
import { JsonError } from '#server/platform/json/exact.ts'

/** Everything that is needed to read a response. `charset` is a label of the Encoding Standard. */
export type Reading = {
  readonly format: ResponseFormatType
  readonly charset: string
  readonly delimiter: string
  readonly quote: string
  readonly hasHeader: boolean
  readonly lists: readonly (readonly string[])[]
}

/** Bytes at the beginning that are looked at. */
const beginningBytes = 65_536

type Headers = Readonly<Record<string, string>>

const mediaTypeIn = (headers: Headers) => (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The encoding that a response names in its content type; null where it names none. */
function charsetIn(headers: Headers): string | null {
  const parts = (headers['content-type'] ?? '').slice(0, 1_024).split(';').slice(1)
  for (const part of parts) {
    const [name = '', value = ''] = part.split('=', 2)
    if (name.trim().toLowerCase() === 'charset') return value.trim().replaceAll('"', '').toLowerCase()
  }
  return null
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** UTF-16 without a byte order mark: every document that is read here begins with a character of ASCII. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be'
  return bytes[1] === 0 && bytes[0] !== 0 && bytes.length > 1 ? 'utf-16le' : null
}

/** The encoding that the declaration of an XML document names. */
function declaredIn(bytes: Uint8Array): string | null {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(200, bytes.length)).toString('latin1')
  if (!begin.trimStart().startsWith('<?xml')) return null
  return /^[^>]{0,100}?encoding\s{0,8}=\s{0,8}["']([\w.:-]{1,40})["']/.exec(begin)?.[1]?.toLowerCase() ?? null
}

/** In these, bytes that are valid UTF-8 say something else. */
const isOfEscapes = (label: string) => /^(?:utf-16|iso-2022|hz-gb|utf-7)/.test(label)

/**
 * The encoding of a response. Many servers declare ISO-8859-1 of everything: what is valid UTF-8 is read as UTF-8 whatever is declared. `isGuess`:
 * where nothing is declared, Windows-1252 is taken instead of refusing it.
 */
export function charsetOf(bytes: Uint8Array, headers: Headers, isGuess = false): string {
  // Of bytes about which nothing at all is said a zero is no sign of an encoding: they are refused.
  const marked = byteOrderMark(bytes) ?? (mediaTypeIn(headers) === '' ? null : unmarkedUtf16(bytes))
  if (marked !== null) return marked
  const declared = charsetIn(headers) ?? declaredIn(bytes)
  if (declared !== null && isOfEscapes(declared)) return declared
  if (isUtf8(bytes)) return 'utf-8'
  return declared ?? (isGuess ? 'windows-1252' : 'utf-8')
}

/** Bytes that are decoded at once, so that no document is held twice as text. */
const sliceBytes = 64 * 1024

/** The text of a document, piece by piece. @throws `JsonError` for an encoding that is not known, and for bytes that are not of it. */
export function* textSlices(bytes: Uint8Array, charset: string): Generator<string, void, void> {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(charset, { fatal: true })
  } catch {
    throw new JsonError('not-json', `Its character encoding "${charset.slice(0, 40)}" is not known.`)
  }
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    let text: string
    try {
      text = decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: at + sliceBytes < bytes.length })
    } catch (cause) {
      const remedy = charset === 'utf-8' ? ' Set the character encoding under "Response format".' : ''
      throw new JsonError('not-json', `It is not ${charset.toUpperCase()}.${remedy}`, { cause })
    }
    yield text
  }
}

const ndjsonTypes = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/jsonlines',
  'application/json-lines',
  'text/jsonl',
  'text/x-ndjson',
])
const csvTypes = new Set(['text/csv', 'application/csv', 'text/x-csv', 'text/tab-separated-values'])
const isXmlType = (type: string) =>
  type === 'text/xml' || type === 'application/xml' || (type.endsWith('+xml') && type !== 'application/xhtml+xml')
const isJsonType = (type: string) => type === 'application/json' || type === 'text/json' || type.endsWith('+json')

const webPage = /^\s{0,200}<(?:!doctype\s{1,20}html|html|head|body)[\s>]/i
const beginning = (bytes: Uint8Array, charset: string): string => {
  const part = bytes.subarray(0, beginningBytes)
  try {
    return new TextDecoder(charset).decode(part)
  } catch {
    return Buffer.from(part).toString('latin1')
  }
}

/** What the content type of a response says. What begins as JSON is JSON, because servers call it XML or text, too. */
function formatIn(headers: Headers, begin: string): ResponseFormatType {
  const type = mediaTypeIn(headers)
  const first = begin.trimStart()[0]
  if (ndjsonTypes.has(type)) return first === '[' ? 'json' : 'ndjson'
  if (first === '{' || first === '[') return 'json'
  if (csvTypes.has(type)) return 'csv'
  return isXmlType(type) && first === '<' ? 'xml' : 'json'
}

const countOf = (line: string, delimiter: string, quote: string): number => {
  let count = 0
  let isQuoted = false
  for (const character of line) {
    if (character === quote) isQuoted = !isQuoted
    else if (character === delimiter && !isQuoted) count += 1
  }
  return count
}

/** What separates the columns of the first rows: the character that comes as often in most of them. A line `sep=;` says it. */
export function delimiterOf(begin: string, quote = '"'): string {
  const said = /^sep=(.)\r?\n/.exec(begin)?.[1]
  if (said !== undefined) return said
  const lines = begin
    .split(/\r?\n/, 11)
    .filter((line) => line.trim() !== '')
    .slice(0, 10)
  let best = { delimiter: ',', rank: 0 }
  for (const delimiter of delimiters) {
    const [first = 0, ...rest] = lines.map((line) => countOf(line, delimiter, quote))
    const rank = first === 0 ? 0 : 1_000 * (1 + rest.filter((it) => it === first).length) + first
    if (rank > best.rank) best = { delimiter, rank }
  }
  return best.delimiter
}

const names: Readonly<Record<ResponseFormatType, string>> = { json: 'JSON', xml: 'XML', csv: 'CSV', ndjson: 'NDJSON' }

/** A page or an error in another format is not a table with one column. @throws `JsonError`. */
function refuseOther(format: ResponseFormatType, headers: Headers, begin: string): void {
  if (webPage.test(begin)) throw new JsonError('not-json', 'It is a web page.')
  const type = mediaTypeIn(headers)
  const isOther = (format === 'csv' || format === 'xml') && isJsonType(type)
  const isXml = format === 'csv' && begin.trimStart().startsWith('<?xml')
  if (isOther || isXml) throw new JsonError('not-json', `It is ${isXml ? 'XML' : 'JSON'} instead of ${names[format]}.`)
}

const quoteUsual = '"'

/** A sentence is not the header of a table without rows. @throws `JsonError`. */
function refuseSentence(headers: Headers, begin: string, delimiter: string): void {
  const [only = '', ...others] = begin.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  if (only === '' || others.length > 0 || only.includes(delimiter)) return
  if (/\s/.test(only.trim()) || !csvTypes.has(mediaTypeIn(headers)))
    throw new JsonError('not-json', 'It has one line without columns.')
}

/** How a response is read, by its configuration and what it says of itself. @throws `JsonError` where it is evidently something else. */
export function readingOf(set: ResponseFormat | undefined, headers: Headers, bytes: Uint8Array): Reading {
  const charset = set?.charset ?? charsetOf(bytes, headers)
  const begin = beginning(bytes, charset)
  const format = set?.type ?? formatIn(headers, begin)
  if (format !== 'json') refuseOther(format, headers, begin)
  const quote = set?.quote ?? quoteUsual
  const delimiter = set?.delimiter ?? (format === 'csv' ? delimiterOf(begin, quote) : ',')
  const hasHeader = set?.header ?? true
  if (format === 'csv' && hasHeader && bytes.length <= beginningBytes) refuseSentence(headers, begin, delimiter)
  return {
    format,
    charset,
    quote,
    delimiter,
    hasHeader,
    lists: (set?.lists ?? []).map((path) => path.split('.')),
  }
}

const accepted: Readonly<Record<ResponseFormatType, string>> = {
  json: 'application/json',
  xml: 'application/xml, text/xml;q=0.9, */*;q=0.1',
  csv: 'text/csv, */*;q=0.1',
  ndjson: 'application/x-ndjson, application/jsonl;q=0.9, */*;q=0.1',
}

/** What a request says that it can read. */
export const acceptOf = (set: ResponseFormat | undefined): string => accepted[set?.type ?? 'json']

/** Whether the members of a response can be told from its records before it is read. */
export const isJsonResponse = (set: ResponseFormat | undefined, headers: Headers, bytes: Uint8Array): boolean =>
  (set?.type ?? formatIn(headers, beginning(bytes.subarray(0, 256), charsetOf(bytes, headers)))) === 'json'

/** Whether the response is read as it is: JSON in UTF-8. */
export const isPlain = ({ format, charset }: Reading): boolean => format === 'json' && charset === 'utf-8'

/** The settings that fit a response best, whatever its content type says; null where it is plain JSON, a web page, or nothing that is read. */
export function proposedFormat(headers: Headers, bytes: Uint8Array): ResponseFormat | null {
  const charset = charsetOf(bytes, headers, true)
  const begin = beginning(bytes, charset)
  const type = sniffed(headers, begin)
  if (type === null || webPage.test(begin)) return null
  const isDeclared = charset === charsetOf(bytes, headers)
  if (type === 'json' && isDeclared) return null
  return {
    type,
    ...(isDeclared ? {} : { charset: 'windows-1252' as const }),
    ...(type === 'csv' ? { delimiter: delimiterOf(begin) } : {}),
  }
}

function sniffed(headers: Headers, begin: string): ResponseFormatType | null {
  const text = begin.trimStart()
  if (text.startsWith('<')) return 'xml'
  if (text.startsWith('{') || text.startsWith('[')) return isNdjson(text) ? 'ndjson' : 'json'
  if (csvTypes.has(mediaTypeIn(headers))) return 'csv'
  const [first = '', second = ''] = text.split(/\r?\n/, 2)
  const delimiter = delimiterOf(begin)
  const count = countOf(first, delimiter, quoteUsual)
  return count > 0 && count === countOf(second, delimiter, quoteUsual) ? 'csv' : null
}

/** Two lines that are each a whole object. */
function isNdjson(text: string): boolean {
  const lines = text.split(/\r?\n/, 3)
  return lines.length > 1 && lines.slice(0, 2).every((line) => line.startsWith('{') && isJson(line))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
