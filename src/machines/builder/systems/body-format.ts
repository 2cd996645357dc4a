/** How the form changes the body of a destination's requests: its format, its template and its files. Pure. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import {
  type BodyFile,
  type BodyFormat,
  type FormArrays,
  operationLimits,
} from '#contract/connectors/config/operations/operation.ts'
import { operationOf, type UrlField, withOperation } from './operation.ts'

const isTemplate = (format: BodyFormat) => format === 'xml' || format === 'text'

/** A template to begin with: every field that is known. Names that no element can have are left out. */
export function firstTemplate(format: BodyFormat, fields: readonly UrlField[]): string {
  const paths = fields.map(({ path }) => path).filter((path) => fieldsOfTemplate(`{${path}}`)[0] === path)
  if (format === 'text') return paths.map((path) => `${path}: {${path}}`).join('\n')
  const lines = paths.flatMap((path) => {
    const name = path.split('.').at(-1) ?? path
    return /^[A-Za-z_][\w.-]*$/.test(name) ? [`  <${name}>{${path}}</${name}>`] : []
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<record>', ...lines, '</record>'].join('\n')
}

/** How the record is written in the body; JSON is the default. */
export function withBodyFormat(config: DestinationConfig, format: BodyFormat, fields: readonly UrlField[]): DestinationConfig {
  const { bodyFormat, formArrays: _, template, files: __, ...operation } = operationOf(config)
  if (format === 'json') return withOperation(config, operation)
  if (!isTemplate(format)) return withOperation(config, { ...operation, bodyFormat: format })
  const kept = format === bodyFormat ? template : undefined
  return withOperation(config, { ...operation, bodyFormat: format, template: kept ?? firstTemplate(format, fields) })
}

export const withFormArrays = (config: DestinationConfig, formArrays: FormArrays): DestinationConfig =>
  withOperation(config, { ...operationOf(config), formArrays })

/** Of NDJSON an empty template is none. */
export function withTemplate(config: DestinationConfig, text: string): DestinationConfig {
  const { template: _, ...operation } = operationOf(config)
  const isNone = text === '' && operation.bodyFormat === 'ndjson'
  return withOperation(config, isNone ? operation : { ...operation, template: text.slice(0, operationLimits.templateMax) })
}

/** The files of a multipart body; an empty list is none. */
export function withFiles(config: DestinationConfig, files: readonly BodyFile[]): DestinationConfig {
  const { files: _, ...operation } = operationOf(config)
  return withOperation(config, files.length === 0 ? operation : { ...operation, files: [...files] })
}

/** A file with another name field; empty: the name of the field itself. */
export function withNameField({ nameField: _, ...file }: BodyFile, nameField: string): BodyFile {
  return nameField === '' ? file : { ...file, nameField }
}

/** Fields of the template that no record has. Empty while the fields are not known. */
export function unknownFields(config: DestinationConfig, fields: readonly UrlField[]): readonly string[] {
  if (fields.length === 0) return []
  const known = new Set(fields.map(({ path }) => path))
  const isKnown = (field: string) =>
    known.has(field) || [...known].some((path) => field.startsWith(`${path}.`) || field.startsWith(`${path}[`))
  return fieldsOfTemplate(operationOf(config).template ?? '').filter((field) => !isKnown(field))
}
