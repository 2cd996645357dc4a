import type { Charset } from '#contract/connectors/config/responses/response-format.ts'

/** What the settings of a response format say. */
export const formatMessages = {
  title: 'Response format',
  label: 'Format',
  formats: {
    auto: 'By the content type of the response',
    json: 'JSON',
    xml: 'XML',
    csv: 'CSV',
    ndjson: 'JSON, one record per line',
  },
  names: { json: 'JSON', xml: 'XML', csv: 'CSV', ndjson: 'JSON with one record per line' },
  hints: {
    auto: 'JSON, XML, CSV and JSON with one record per line are recognized.',
    xml: 'Attributes become @name, text beside other elements becomes #text. Every value is text. Under “Records”, select the element that repeats.',
    csv: 'Every row is a record, and every value is text. Rows with too many or too few values fail. The others continue.',
    ndjson: 'Every line is a record. Lines that are not JSON fail. The others continue.',
  },
  charset: 'Character encoding',
  charsets: {
    auto: 'From the response, otherwise UTF-8',
    'utf-8': 'UTF-8',
    'windows-1252': 'Windows-1252 (Western Europe)',
    'windows-1250': 'Windows-1250 (Central Europe)',
    'windows-1251': 'Windows-1251 (Cyrillic)',
    'windows-1254': 'Windows-1254 (Turkish)',
    'iso-8859-2': 'ISO-8859-2 (Central Europe)',
    'iso-8859-15': 'ISO-8859-15 (Western Europe)',
    'utf-16le': 'UTF-16, little endian',
    'utf-16be': 'UTF-16, big endian',
    shift_jis: 'Shift JIS (Japanese)',
    gb18030: 'GB 18030 (Chinese)',
  } satisfies Record<Charset | 'auto', string>,
  delimiter: 'Column separator',
  delimiters: { auto: 'Detected from the first rows', ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
  quote: 'Quote (optional)',
  quoteHint: 'Default: a double quote.',
  header: 'The first row contains the column names',
  lists: 'Elements that are always lists (optional)',
  listsHint: 'Paths in a record, separated by commas, such as lines.line. They stay lists when there is only one.',
  proposal: (format: string, charset: string | null) =>
    charset === null ? `This response looks like ${format}.` : `This response looks like ${format} in ${charset}.`,
  proposalHint: 'Set the format, so that every run reads it this way.',
  use: 'Set this format',
  separatedBy: (format: string, delimiter: string) => `${format}, separated by ${delimiter.toLowerCase()}`,
}
