/** How a template of two systems is written: where records come from, where they go, and the mapping between them. */
import type { ConnectorConfig, DestinationConfig, MappingEdge, SourceConfig } from '#contract/connectors/config/config.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { commerce } from '../commerce.ts'
import { customers } from '../customers.ts'
import { basic, type Definition, type Fields, shape } from '../define.ts'
import { development } from '../development.ts'
import { knowledge } from '../knowledge.ts'

export type From = Pick<Definition, 'documentation' | 'tags' | 'shapes'> & {
  readonly source: SourceConfig
  readonly rights: readonly string[]
}
export type To = {
  readonly destination: DestinationConfig
  readonly fields: Fields
  readonly rights: readonly string[]
  readonly tags: readonly string[]
  readonly documentation: string | null
  /** Records of one request, in this member. Left out: one record a request. */
  readonly together?: { readonly member: string; readonly size: number }
}
/** A target path, and the path that fills it, a fixed value, or several paths joined by a separator. */
export type Line = readonly [
  target: string,
  from: string | { readonly fixed: string } | { readonly joined: readonly string[]; readonly by: string },
]

const known: readonly Definition[] = [...commerce, ...customers, ...development, ...knowledge]

/** The source of a template that only reads. */
export function read(id: string): From {
  const of = known.find((it) => it.id === id)
  if (of === undefined) throw new Error(`There is no template "${id}".`)
  return { source: of.config.source, shapes: of.shapes, documentation: of.documentation, tags: of.tags, rights: of.rights ?? [] }
}

/** A table of the company's own database. Its key identifies a row. */
export const table = (name: string, fields: Fields): From => ({
  source: {
    type: 'database',
    databaseConfig: { engine: 'postgresql', host: '', database: '', table: name },
    auth: basic,
  },
  shapes: { source: shape(fields) },
  ...{ documentation: null, tags: ['postgresql', 'database'], rights: ['Database user that can read the table'] },
})

/** Inserts or updates the row of each record, by its column `id`. */
export const intoTable = (name: string, fields: Fields): To => ({
  destination: {
    type: 'database',
    databaseConfig: { engine: 'postgresql', host: '', database: '', table: name, keyColumns: ['id'] },
    auth: basic,
  },
  fields,
  rights: ['Database user that can insert and update rows', 'Table whose primary key is the column id'],
  tags: ['postgresql', 'database'],
  documentation: null,
})

const ruleOf = (target: string, from: Exclude<Line[1], string>): NewMappingRule =>
  'fixed' in from
    ? { name: target, type: 'constant', value: from.fixed }
    : { name: target, type: 'concatenate', sourcePaths: [...from.joined], separator: from.by }

function linesOf(lines: readonly Line[], { isList = false, listPath = '' }: SourceConfig): MappingEdge[] {
  const place = isList ? { isList, listPath } : {}
  return lines.map(([target, from], at) => ({
    ...{ id: `m${at + 1}`, target, targetPath: target, ...place },
    ...(typeof from === 'string'
      ? { source: from, sourcePath: from }
      : { source: '', sourcePath: '', rule: ruleOf(target, from) }),
  }))
}

type Pair = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly from: From
  readonly to: To
  readonly lines: readonly Line[]
}

export function pair({ from, to, lines, ...about }: Pair): Definition {
  const { source } = from
  const { together } = to
  const listConfig = source.listConfig ?? {
    ...{ type: 'simple' as const, iterationPath: '', batchSize: 100 },
    outputConfig: { strategy: 'individual' as const },
  }
  const sent = together && {
    ...{ isList: true, listPath: source.listPath ?? '' },
    listConfig: {
      ...{ ...listConfig, batchSize: together.size },
      outputConfig: { strategy: 'aggregate' as const, aggregateField: together.member },
    },
  }
  const config: ConnectorConfig = {
    name: about.name,
    trigger: { type: 'manual' },
    source: { ...source, ...sent },
    destination: to.destination,
    dataMapping: linesOf(lines, { ...source, ...sent }),
    enrichment: [],
  }
  return {
    ...about,
    tags: [...new Set([...from.tags, ...to.tags])].slice(0, 8),
    rights: [...from.rights, ...to.rights],
    documentation: to.documentation ?? from.documentation,
    config,
    shapes: { ...from.shapes, destination: shape(to.fields) },
  }
}

/** Columns of the same names. */
export const same = (...paths: readonly string[]): Line[] => paths.map((path) => [path, path])
