/** The format of the responses of an HTTP side, as its form changes it. Pure. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { ResponseFormat, ResponseFormatType } from '#contract/connectors/config/responses/response-format.ts'

/** `auto`: nothing is set, and the content type of the response decides. */
export type FormatChoice = ResponseFormatType | 'auto'

/** The settings after another format was chosen: the encoding stays, what belongs to the other format does not. */
export function chosenFormat(before: ResponseFormat | undefined, type: FormatChoice): ResponseFormat | undefined {
  if (type === 'auto') return undefined
  return before?.charset === undefined ? { type } : { type, charset: before.charset }
}

/** The settings after a change; what is undefined or empty in it is taken out. */
export function changedFormat(
  before: ResponseFormat,
  change: { readonly [Key in keyof ResponseFormat]?: ResponseFormat[Key] | undefined },
): ResponseFormat {
  const kept = Object.entries({ ...before, ...change }).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept) as ResponseFormat
}

/** A source with the format that its response seems to have. Every row and every line is a record. */
export const withFormat = (source: SourceConfig, responseFormat: ResponseFormat): SourceConfig => {
  const isRows = responseFormat.type === 'csv' || responseFormat.type === 'ndjson'
  if (!isRows || source.listConfig !== undefined) return { ...source, responseFormat }
  const { listPath: _, ...rest } = source
  return { ...rest, responseFormat, isList: true }
}
