/** Writes the body of a record in the format of its destination. Records are kept as JSON; this happens when a request is built. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { isBlank, pathOf } from '../../../kit/record-values.ts'
import { formBody, formFault } from '../form-body.ts'
import { multipartOf } from './multipart.ts'
import { compileTemplate, looksLikeJson, type TemplateKind, templateFault } from './template.ts'

export type WrittenBody = {
  readonly body: string | Buffer
  readonly contentType: string
  /** For people, where the body has bytes that are no text. */
  readonly shown?: string
}

export type BodyWriter = {
  /** Why a record has no such body, for people; null where it has one. */
  readonly fault: (record: unknown) => string | null
  /** Whether it says itself which fields it contains, those of the URL too. */
  readonly isTemplate?: true
  /** Of a record without a fault. */
  readonly write: (record: unknown) => WrittenBody
}

/** The content type that a header sets; null where none does. */
const typeSet = ({ headers = [] }: DestinationConfig): string | null =>
  headers.find(({ key, active }) => active !== false && key.toLowerCase() === 'content-type')?.value ?? null

/** How the template of a destination is read. */
export function templateKindOf(config: DestinationConfig): TemplateKind {
  const { bodyFormat, template = '' } = config.operation ?? {}
  if (bodyFormat === 'xml') return 'xml'
  const type = typeSet(config)
  if (type !== null && /json/i.test(type)) return 'json'
  // Beside a header that says something else, only what is JSON.
  return looksLikeJson(template) && (type === null || templateFault(template, 'json') === null) ? 'json' : 'text'
}

const usualTypes: Readonly<Record<TemplateKind, string>> = {
  xml: 'application/xml; charset=utf-8',
  json: 'application/json',
  text: 'text/plain; charset=utf-8',
}

function fromTemplate(config: DestinationConfig): BodyWriter {
  const kind = templateKindOf(config)
  const { fault, write } = compileTemplate(config.operation?.template ?? '', kind)
  // A header that sets another type comes later.
  return { fault, isTemplate: true, write: (record) => ({ body: write(record), contentType: usualTypes[kind] }) }
}

/** A line of JSON for each record, and before it the line of the template: an action without its value would change another record. */
function linesOf({ operation }: DestinationConfig): BodyWriter {
  const { template = '' } = operation ?? {}
  const before = template === '' ? null : compileTemplate(template, 'json')
  const fields = fieldsOfTemplate(template)
  return {
    fault: (record) => {
      const empty = fields.find((field) => isBlank(valueAt(record, pathOf(field))))
      if (empty === undefined) return before?.fault(record) ?? null
      return `"${empty}" is empty, so the line before the record can't be written. Correct the value and retry the record.`
    },
    write: (record) => ({
      body: `${before === null ? '' : `${before.write(record).trim()}\n`}${JSON.stringify(record)}\n`,
      contentType: 'application/x-ndjson',
    }),
  }
}

/** Null where records are sent as JSON, or without a body. */
export function bodyWriterOf(config: DestinationConfig): BodyWriter | null {
  const { operation } = config
  if (operation === undefined || operation.do === 'delete') return null
  const { bodyFormat = 'json', formArrays = 'indices', files = [] } = operation
  if (bodyFormat === 'json') return null
  if (bodyFormat === 'ndjson') return linesOf(config)
  if (bodyFormat === 'form')
    return {
      fault: formFault,
      write: (record) => ({ body: formBody(record, formArrays), contentType: 'application/x-www-form-urlencoded' }),
    }
  return bodyFormat === 'multipart' ? multipartOf(files, formArrays) : fromTemplate(config)
}
