/** A draft from halves of the library: the source of one definition, the destination of another, and lines that the names of fields suggest. */
import { groupedShape, isOfGroup } from '#contract/builder/sample-groups.ts'
import { linedShape } from '#contract/builder/sample-lines.ts'
import { suggest } from '#contract/builder/suggestions/suggestions.ts'
import { holds } from '#contract/builder/suggestions/within.ts'
import type { ConnectorConfig, MappingEdge, Trigger } from '#contract/connectors/config/config.ts'
import { keyQuestionOf, withKey } from '#contract/connectors/config/key-question.ts'
import { ungroupableBecause } from '#contract/connectors/config/records/grouping.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import type { DraftShapes, ShapeField } from '#contract/connectors/config/shape.ts'
import type { Definition } from '../library/ready-made/define.ts'
import { systemOf, tagKeys } from './systems.ts'
import { recordsIn, type WishedRecords, withRecords } from './wishes/records.ts'
import { type WishedSettings, withSettings } from './wishes/settings.ts'

export type Wish = {
  /** Systems by their keys; null: none was named. */
  readonly source: string | null
  readonly target: string | null
  readonly words: ReadonlySet<string>
  readonly trigger: Trigger | null
  readonly settings: WishedSettings
  /** As it was written; empty where there is none. */
  readonly message: string
  readonly name: string | null
}

export type Drafted = {
  readonly config: ConnectorConfig
  readonly shapes: DraftShapes
  readonly source: Definition | null
  readonly destination: Definition | null
  readonly records: WishedRecords
  /** Why the groups that were wished are not set; null where none were, or they are. */
  readonly ungrouped: string | null
}

const open: ConnectorConfig['source'] = {
  ...{ type: 'http', url: '', requestMethod: 'GET', headers: [], queries: [], variables: [], auth: { type: 'none' } },
}

const reads = ({ shapes }: Definition) => shapes.source !== undefined
const writes = ({ shapes }: Definition) => shapes.destination !== undefined
const isPair = (it: Definition) => reads(it) && writes(it)

/** Of the definitions of a system the one whose words the wish shares most; those of one side come first, because they fit any other side. */
function best(
  library: readonly Definition[],
  system: string | null,
  words: ReadonlySet<string>,
  isOf: (it: Definition) => boolean,
): Definition | null {
  const own = library.filter((it) => isOf(it) && systemOf(it) === system)
  const shared = ({ name, tags }: Definition) =>
    [name, ...tags]
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => words.has(word)).length
  const [first] = own.toSorted((one, other) => Number(isPair(one)) - Number(isPair(other)) || shared(other) - shared(one))
  return first ?? null
}

/** The template that connects both systems, if there is one: its mapping was written by hand. */
function pairOf(library: readonly Definition[], { source, target, words }: Wish): Definition | null {
  if (target === null || source === target) return null
  return best(library, source, words, (it) => isPair(it) && tagKeys(it).slice(1).includes(target))
}

type DataType = NonNullable<MappingEdge['sourceDataType']>
const typeOf = (field: ShapeField | undefined): DataType => (field?.types.length === 1 ? (field.types[0] ?? 'any') : 'any')

export function linesFor(
  shapes: DraftShapes,
  { isList, listPath }: { readonly isList: boolean; readonly listPath: string },
): MappingEdge[] {
  const [from, to] = [shapes.source?.fields ?? [], shapes.destination?.fields ?? []]
  return suggest(from, to, shapes.source?.examples ?? [], { targets: new Set() }).map(({ sourcePath, targetPath }) => ({
    id: `to ${targetPath}`.slice(0, 128),
    ...{ source: sourcePath, target: targetPath, sourcePath, targetPath },
    sourceDataType: typeOf(from.find(({ path }) => path === sourcePath)),
    targetDataType: typeOf(to.find(({ path }) => path === targetPath)),
    ...(isList ? { isList, listPath } : {}),
  }))
}

/** The likeliest field identifies its records where nothing is said of that: a person can change it before the draft is deployed. */
function withProposedKey(config: Pick<ConnectorConfig, 'source' | 'trigger'>, shapes: DraftShapes): ConnectorConfig['source'] {
  const question = keyQuestionOf(config, shapes)
  const [key] = question?.isOpen === true ? question.proposed : []
  return key === undefined ? config.source : withKey(config.source, [key])
}

/** What the library does not know stays open: addresses, credentials and ids are never guessed. */
export function draftOf(library: readonly Definition[], wish: Wish): Drafted {
  const pair = pairOf(library, wish)
  if (pair) {
    const config = structuredClone(pair.config)
    const named = { ...config, name: (wish.name ?? pair.name).slice(0, 128), trigger: wish.trigger ?? config.trigger }
    const source = withProposedKey(named, pair.shapes)
    return finished({ ...named, source }, wish, { shapes: pair.shapes, source: pair, destination: pair })
  }
  const source = wish.source === null ? null : best(library, wish.source, wish.words, reads)
  const destination = wish.target === null ? null : best(library, wish.target, wish.words, writes)
  const shapes: DraftShapes = {
    ...(source?.shapes.source ? { source: source.shapes.source } : {}),
    ...(destination?.shapes.destination ? { destination: destination.shapes.destination } : {}),
  }
  const trigger = wish.trigger ?? { type: 'manual' }
  const from = withProposedKey({ source: structuredClone(source?.config.source ?? open), trigger }, shapes)
  const to = structuredClone(
    destination?.config.destination ?? { ...open, requestMethod: 'POST' },
  ) as ConnectorConfig['destination']
  const name = wish.name ?? [source?.name ?? 'Records', destination?.name.replace(/^New /, '') ?? 'destination'].join(' to ')
  const list = 'isList' in from && from.isList ? { isList: true, listPath: from.listPath ?? '' } : { isList: false, listPath: '' }
  const config: ConnectorConfig = {
    name: name.slice(0, 128),
    trigger,
    source: from,
    destination: to,
    dataMapping: linesFor(shapes, list),
    enrichment: [],
  }
  return finished(config, wish, { shapes, source, destination })
}

/** With what the sentence says of settings and records. */
function finished(config: ConnectorConfig, wish: Wish, of: Omit<Drafted, 'config' | 'records' | 'ungrouped'>): Drafted {
  const wished = recordsIn(wish.message, of.shapes)
  const ungrouped = wished.group === null ? null : ungroupableBecause(config)
  const records = ungrouped === null ? wished : { ...wished, group: null }
  const { each, group } = records
  const lined = each === null && group === null ? config : withMade(config, of.shapes, each, group)
  return { config: withRecords(withSettings(lined, wish.settings), records), ...of, records, ungrouped }
}

/** The mapping of lines or groups: what reads fields that they have stays, and their other fields are suggested beside it. */
function withMade(
  config: ConnectorConfig,
  shapes: DraftShapes,
  each: RecordSplit | null,
  group: RecordGroup | null,
): ConnectorConfig {
  if (shapes.source === undefined) return config
  const lined = linedShape(shapes.source, each ?? undefined)
  const source = group === null ? lined : groupedShape(lined, group, [])
  const isGone = (path: string) =>
    (each !== null && (path === each.path || holds(each.path, path))) || (group !== null && !isOfGroup(group, path))
  const kept = config.dataMapping.filter(({ rule, sourcePath }) => rule === undefined && !isGone(sourcePath))
  const { isList = false, listPath = '' } = config.source
  const taken = new Set(kept.map(({ targetPath }) => targetPath))
  const found = linesFor({ ...shapes, source }, { isList, listPath })
  // An item is no list: it fills no field inside one.
  const more = found.filter(
    ({ sourcePath, targetPath }) => !taken.has(targetPath) && sourcePath.includes('[*]') === targetPath.includes('[*]'),
  )
  return { ...config, dataMapping: [...kept, ...more] }
}
