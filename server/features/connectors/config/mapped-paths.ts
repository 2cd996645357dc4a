/** What sample records say of a configuration: mapped paths that none contains, a cursor that none has, and a record that is a whole page. Pure. */

import type { ConnectorConfig, EnrichmentConfig, MappingEdge } from '#contract/connectors/config/config.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { listWithin } from '#server/engine/mapping/lists-within.ts'
import { compileSplit, itemName, itemNumberName, lineMaker, partedBy } from '#server/engine/mapping/record-split.ts'
import { fixedCursor, lacksCursor } from '#server/engine/plan/cursors.ts'
import { sharedKeyIn } from '#server/engine/plan/record-identity.ts'
import { type Path, parsePath } from '#server/platform/json/path.ts'

type Edges = readonly MappingEdge[]
type Enrichment = readonly Pick<EnrichmentConfig, 'id' | 'lookup'>[]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** What a rule or a field mapping reads; nothing of a constant. */
function pathsOf({ source, sourcePath, rule, ruleId }: MappingEdge): readonly string[] {
  if (rule === undefined) return ruleId === undefined ? [sourcePath || source] : []
  if ('sourcePaths' in rule) return rule.sourcePaths
  return 'sourcePath' in rule ? [rule.sourcePath] : []
}

/** Of an empty list nothing is known, so nothing is missing there. */
function contains(value: unknown, path: Path, at = 0): boolean {
  const step = path[at]
  if (step === undefined) return true
  if (step.kind === 'each') {
    return Array.isArray(value) && (value.length === 0 || value.some((element) => contains(element, path, at + 1)))
  }
  if (step.kind === 'index') return Array.isArray(value) && step.index in value && contains(value[step.index], path, at + 1)
  return isObject(value) && Object.hasOwn(value, step.name) && contains(value[step.name], path, at + 1)
}

const noneContains = (count: number) =>
  count === 1 ? "the sample record doesn't contain" : `none of the ${count} sample records contain`

/**
 * Warnings by mapping. Without a record only this is known: a path that repeats the target path of its enrichment is hardly meant.
 * @param recordsFor the records that a path may be in.
 */
function absent(edges: Edges, enrichment: Enrichment, recordsFor: (path: string) => readonly unknown[]): FieldProblem[] {
  return edges.flatMap((edge, at) =>
    pathsOf(edge).flatMap((text) => {
      const parsed = parsePath(text)
      // What was cut because of its size is a text.
      const records = recordsFor(text).filter(isObject)
      const meant = undoubled(text, enrichment)
      if ('fault' in parsed || (records.length === 0 && meant === null)) return []
      if (records.some((record) => contains(record, parsed.path))) return []
      const what =
        records.length === 0
          ? `"${text}" repeats the target path of its enrichment.`
          : `${noneContains(records.length)} "${text}".`
      const hint = meant === null ? '' : ` Did you mean "${meant}"?`
      return [{ path: `/dataMapping/${at}/sourcePath`, message: `Data mapping ${at + 1}: ${what}${hint}` }]
    }),
  )
}

const isInside = (path: string, place: string) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)

/** The path without the second target path of its enrichment; null when it has only one. */
function undoubled(path: string, enrichment: Enrichment): string | null {
  const place = enrichment.flatMap(({ lookup }) => lookup?.targetPath ?? []).find((it) => isInside(path, `${it}.${it}`))
  return place === undefined ? null : path.slice(place.length + 1)
}

/** Items of a record whose lines are looked at. */
const itemsMax = 100

/** What the mapping reads of sample records: the lines of their items where each item is a line. */
function linesOf(records: readonly unknown[], each: RecordSplit | undefined): readonly unknown[] {
  const compiled = each === undefined ? null : compileSplit(each)
  if (compiled === null || 'errors' in compiled) return records
  const { split } = compiled
  return records.flatMap((record) => {
    const parted = partedBy(split, record, false)
    if ('verdict' in parted) return 'record' in parted.verdict ? [parted.verdict.record] : []
    const make = lineMaker(split, record, record)
    return parted.items.slice(0, itemsMax).flatMap((item, at) => {
      const { verdict } = make(item, at)
      return 'record' in verdict ? [verdict.record] : []
    })
  })
}

/** By the sample records that a draft keeps: those of the source, and of an enrichment those that its own test enriched. */
export function absentFromSamples(
  edges: Edges,
  { enrichment, records }: { readonly enrichment: Enrichment; readonly records?: ConnectorConfig['records'] },
  shapes: DraftShapes,
): FieldProblem[] {
  const samplesFor = (path: string) => {
    const own = enrichment.findLast(({ lookup }) => lookup !== undefined && isInside(path, lookup.targetPath))
    return linesOf((own === undefined ? shapes.source : shapes.enrichment?.[own.id])?.examples ?? [], records?.each)
  }
  const { group } = records ?? {}
  if (group === undefined) return absent(edges, enrichment, samplesFor)
  // The mapping reads fields of the group, which validation knows.
  return absentFromGroup(group, samplesFor)
}

/** Warnings about what groups read. */
function absentFromGroup({ by, lines }: RecordGroup, samplesFor: (path: string) => readonly unknown[]): FieldProblem[] {
  const read = [
    ...by.map((path, at) => ({ path, at: `/records/group/by/${at}` })),
    ...lines.flatMap(({ path }, at) => (path === undefined ? [] : [{ path, at: `/records/group/lines/${at}/path` }])),
  ]
  return read.flatMap(({ path, at }) => {
    const parsed = parsePath(path)
    const samples = samplesFor(path).filter(isObject)
    if ('fault' in parsed || samples.length === 0 || samples.some((record) => contains(record, parsed.path))) return []
    return [{ path: at, message: `Group: ${noneContains(samples.length)} "${path}".` }]
  })
}

/** By records after their enrichment, as a dry run read them. */
export const absentFromRecords = (edges: Edges, enrichment: Enrichment, records: readonly unknown[]): FieldProblem[] =>
  absent(edges, enrichment, () => records)

/** Without list processing a whole answer is one record: hardly meant where it contains a list of things, however deep, of which no lines are made. */
export function wholePage(
  { trigger, source, records: rules }: Pick<ConnectorConfig, 'trigger' | 'source' | 'records'>,
  records: readonly unknown[],
): FieldProblem[] {
  if (rules?.each !== undefined) return []
  if (trigger.type === 'webhook' || source.isList === true || source.type !== 'http') return []
  // Somebody who said that the answer is one record knows what stands deep in it.
  const list = listWithin(records[0], source.isList === undefined ? undefined : 1)
  if (list === null) return []
  const what = `The response contains ${list} and would be delivered as one record`
  return [{ path: '/source/isList', message: `${what}. If each item is a record, turn on list processing in the source step` }]
}

/** Lines have members of their own, so fields of the records with these names cannot be read in them. */
export function hiddenInLines({ records: rules }: Pick<ConnectorConfig, 'records'>, records: readonly unknown[]): FieldProblem[] {
  const { each } = rules ?? {}
  if (each === undefined || each.keep === 'none') return []
  const hidden = ([itemName, itemNumberName] as const).filter((name) =>
    records.some((record) => isObject(record) && Object.hasOwn(record, name)),
  )
  return hidden.map((name) => ({
    path: '/records/each',
    message: `One line per item: the sample records have a field "${name}", but in lines "${name}" is ${meaningOf[name]}. To send the field, rename it in the source`,
  }))
}

const meaningOf = { [itemName]: 'the item of the list', [itemNumberName]: 'the number of the item' } as const

/** A cursor is the highest value of a field: where no record has that field, every run reads and sends the same again. */
export function cursorAbsent({ source }: Pick<ConnectorConfig, 'source'>, records: readonly unknown[]): FieldProblem[] {
  const { cursorPath = '' } = source.listConfig?.incrementalConfig ?? {}
  // What was cut because of its size is a text.
  const whole = records.filter(isObject)
  if (!lacksCursor({ source }, whole)) return []
  const none = whole.length === 1 ? 'the sample record has no' : `none of the ${whole.length} sample records have a`
  const message = `List processing: ${none} value in the cursor field "${cursorPath}". Every run would send all records again, and no run would succeed`
  return [{ path: '/source/listConfig/incrementalConfig/cursorPath', message }]
}

/** A run looks back by times and numbers only: of other values a record that comes late is missed. */
export function cursorFixed({ source }: Pick<ConnectorConfig, 'source'>, records: readonly unknown[]): FieldProblem[] {
  const { cursorPath = '' } = source.listConfig?.incrementalConfig ?? {}
  const value = fixedCursor({ source }, records.filter(isObject))
  if (value === null) return []
  const what = `Runs can't look back. "${value.slice(0, 80)}" in "${cursorPath}" is neither a time nor a number`
  const message = `${what}. Runs would miss records that appear later with an earlier value. If that can't happen, set the look-back to 0`
  return [{ path: '/source/listConfig/incrementalConfig/overlap', message }]
}

/** Records that share a key are told apart by all that they hold, so one that changes cannot be known again. */
export function keyShared({ source }: Pick<ConnectorConfig, 'source'>, records: readonly unknown[]): FieldProblem[] {
  const shared = sharedKeyIn({ source }, records.filter(isObject))
  if (shared === null) return []
  const isDatabase = source.type === 'database'
  const what = `${shared.count} sample records share the key "${shared.key}" but have different contents`
  const rest = `Set the key ${isDatabase ? 'columns' : 'fields'} that distinguish them`
  const path = isDatabase ? '/source/databaseConfig/keyColumns' : '/source/keyFields'
  return [
    {
      path,
      message: `${what}. If one of them changes, it is delivered as a new record. ${rest}`,
    },
  ]
}
