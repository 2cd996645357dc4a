/** What the response of an HTTP source or enrichment is made of. */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../../kit/schemas.ts'

export const responseFormats = ['json', 'xml', 'csv', 'ndjson'] as const
export type ResponseFormatType = (typeof responseFormats)[number]

/** Encodings that a person can choose; names of the WHATWG Encoding Standard. */
export const charsets = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'gb18030',
] as const
export type Charset = (typeof charsets)[number]

/** Columns are separated by one of these, the usual one first. */
export const delimiters = [',', ';', '\t', '|'] as const

/** Without it the content type of the response decides: JSON, XML, CSV or NDJSON. */
export const ResponseFormat = closed({
  type: oneOf(...responseFormats),
  /** Default: as the response says, else UTF-8. */
  charset: Type.Optional(oneOf(...charsets)),
  /** Of CSV. Default: the character that separates the columns in the first rows. */
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  /** Of CSV. Default: a double quote. */
  quote: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
  /** Of CSV: whether the first row contains the names of the columns. Otherwise they are `column1`, `column2` and so on. Default `true`. */
  header: Type.Optional(Type.Boolean()),
  /** Of XML: paths in a record to elements that are lists, even where there is only one. */
  lists: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 16 })),
})
export type ResponseFormat = Static<typeof ResponseFormat>
