/** How the records of a list are read and handed on: as it is typed, and as the configuration says it. `studio-account-settings.md` sections 3, 5 and 9. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import {
  batchSizeDefault,
  batchSizeMax,
  type IncrementalConfig,
  type ListConfig,
  type PaginationConfig,
} from '#contract/connectors/config/list-config.ts'

/** What the draft says of the list of its source. */
export type ListSettings = {
  readonly isOn: boolean
  /** Where the list stands in the answer; empty for a root array, null where it is off. */
  readonly path: string | null
  readonly config: ListConfig | null
}

export type ListChoices = {
  readonly type: ListConfig['type']
  readonly paginationType: PaginationConfig['type']
  readonly sendIn: NonNullable<PaginationConfig['sendIn']>
  readonly strategy: ListConfig['outputConfig']['strategy']
  /** Which records each run asks for. */
  readonly changes: 'all' | IncrementalConfig['by']
}
export type ListTextField =
  | 'iterationPath'
  | 'batchSize'
  | Exclude<keyof PaginationConfig, 'type' | 'sendIn'>
  | 'aggregateField'
  | Exclude<keyof IncrementalConfig, 'by'>

/** As it stands in the dialog. */
export type ListWritten = ListChoices & Readonly<Record<ListTextField, string>>
/** What is typed and not saved; the tab keeps it for the next load. */
export type ListTyped = { readonly written: ListWritten; readonly isOpen: boolean }
export type ListFault = 'missing' | 'range' | 'page' | 'overlap' | 'long'

const pathMax = 256
const nameMax = 128
const firstPageMax = 1_000_000
const overlapMax = 31_536_000

/** Names that APIs give the time of a record's last change, without case and separators. */
const changeNames = [
  'updatedat',
  'modifiedat',
  'lastmodified',
  'lastmodifiedat',
  'lastmodifieddate',
  'lastupdated',
  'lastupdatedat',
  'updatedon',
  'modifiedon',
  'changedat',
  'dateupdated',
  'datemodified',
  'updated',
  'modified',
]
const dateLike = /^\d{4}-\d{2}-\d{2}/

/** The field that shows when a record changed, by its name and its values: a time in each record. Null where there is none. */
export function changeFieldIn(records: readonly unknown[]): string | null {
  const [first] = records
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return null
  const rank = (name: string) => changeNames.indexOf(name.toLowerCase().replaceAll(/[_-]/g, ''))
  const isTime = (name: string) =>
    records.every((it) => {
      const value = (it as Readonly<Record<string, unknown>> | null)?.[name]
      return typeof value === 'string' && dateLike.test(value)
    })
  const found = Object.keys(first).filter((name) => rank(name) >= 0 && !/[.[\]]/.test(name) && isTime(name))
  return found.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}

/** @param path where the list was detected. */
export const defaultsFor = (path: string | null): ListWritten => ({
  type: 'simple',
  iterationPath: '',
  batchSize: String(batchSizeDefault),
  paginationType: 'offset',
  limitParam: 'limit',
  offsetParam: 'offset',
  pageParam: 'page',
  cursorParam: 'cursor',
  responsePathToNextCursor: 'next_cursor',
  // Nothing is found at `items` of an answer that has its list elsewhere.
  responsePathToItems: path ?? 'items',
  sendIn: 'query',
  firstPage: '',
  responsePathToHasMore: '',
  responsePathToEnd: '',
  responsePathToTotal: '',
  recordIdPath: '',
  allowedOrigins: '',
  strategy: 'individual',
  aggregateField: 'items',
  changes: 'all',
  cursorPath: '',
  overlap: '',
  initialValue: '',
})

export function writtenOf({ path, config }: ListSettings): ListWritten {
  const defaults = defaultsFor(path)
  if (config === null) return defaults
  const { type, iterationPath, batchSize, paginationConfig, incrementalConfig, outputConfig } = config
  const { type: paginationType = defaults.paginationType, firstPage, allowedOrigins, ...names } = paginationConfig ?? {}
  const first = firstPage === undefined ? {} : { firstPage: String(firstPage) }
  const origins = { allowedOrigins: (allowedOrigins ?? []).join(', ') }
  const { strategy, aggregateField = defaults.aggregateField } = outputConfig
  const { by: changes = defaults.changes, overlap, ...since } = incrementalConfig ?? {}
  const again = overlap === undefined ? {} : { overlap: String(overlap) }
  return {
    ...defaults,
    ...names,
    ...first,
    ...origins,
    ...since,
    ...again,
    changes,
    type,
    iterationPath,
    batchSize: String(batchSize),
    paginationType,
    strategy,
    aggregateField,
  }
}

/** Where each kind of paging sends the place of a page, and what leads to the next one. */
const ownFields: Readonly<Record<PaginationConfig['type'], readonly ListTextField[]>> = {
  offset: ['limitParam', 'offsetParam'],
  page: ['limitParam', 'pageParam', 'firstPage'],
  cursor: ['limitParam', 'cursorParam', 'responsePathToNextCursor'],
  nextUrl: ['limitParam', 'responsePathToNextCursor', 'allowedOrigins'],
  linkHeader: ['limitParam', 'allowedOrigins'],
  lastId: ['limitParam', 'cursorParam', 'recordIdPath'],
}

/** Whether a value is sent that may stand elsewhere than in the query. */
export const isPlaced = ({ type, paginationType }: ListChoices): boolean =>
  type === 'pagination' && paginationType !== 'nextUrl' && paginationType !== 'linkHeader'

/** What of the paging is asked for; nothing unless pages are followed. */
export function pagingFields({ type, paginationType }: ListChoices): readonly ListTextField[] {
  if (type !== 'pagination') return []
  return [
    ...ownFields[paginationType],
    'responsePathToItems',
    'responsePathToHasMore',
    'responsePathToEnd',
    'responsePathToTotal',
  ]
}

/** What may be left empty. */
const optional: readonly ListTextField[] = [
  'iterationPath',
  'limitParam',
  'responsePathToItems',
  'firstPage',
  'responsePathToHasMore',
  'responsePathToEnd',
  'responsePathToTotal',
  'recordIdPath',
  'allowedOrigins',
  'overlap',
  'initialValue',
]

export function changesFields({ changes }: ListChoices): readonly ListTextField[] {
  if (changes === 'all') return []
  return changes === 'field' ? ['cursorPath', 'overlap', 'initialValue'] : ['overlap', 'initialValue']
}

export function shownFields(choices: ListChoices): readonly ListTextField[] {
  const aggregate: readonly ListTextField[] = choices.strategy === 'aggregate' ? ['aggregateField'] : []
  return ['iterationPath', 'batchSize', ...pagingFields(choices), ...changesFields(choices), ...aggregate]
}

function faultOf(field: ListTextField, text: string): ListFault | null {
  const bare = text.trim()
  if (bare === '') return optional.includes(field) ? null : 'missing'
  if (field === 'batchSize') return /^\d{1,9}$/.test(bare) && Number(bare) >= 1 && Number(bare) <= batchSizeMax ? null : 'range'
  if (field === 'firstPage') return /^\d{1,7}$/.test(bare) && Number(bare) <= firstPageMax ? null : 'page'
  if (field === 'allowedOrigins') return originsIn(bare).every((it) => it.length <= pathMax) ? null : 'long'
  if (field === 'overlap') return /^\d{1,8}$/.test(bare) && Number(bare) <= overlapMax ? null : 'overlap'
  const isPath =
    field === 'recordIdPath' ||
    field === 'cursorPath' ||
    field === 'initialValue' ||
    field === 'iterationPath' ||
    field.startsWith('responsePath')
  return bare.length > (isPath ? pathMax : nameMax) ? 'long' : null
}

const originsIn = (text: string): string[] => text.split(/[\s,]+/).filter((it) => it !== '')

/** What is wrong, by field; only what is asked for can be. */
export function faultsIn(written: ListWritten): Readonly<Partial<Record<ListTextField, ListFault>>> {
  const faults = shownFields(written).map((field) => [field, faultOf(field, written[field])] as const)
  return Object.fromEntries(faults.filter(([, fault]) => fault !== null))
}

function incrementalOf({ changes, cursorPath, overlap, initialValue }: ListWritten): Pick<ListConfig, 'incrementalConfig'> {
  if (changes === 'all') return {}
  const path = changes === 'field' && cursorPath.trim() !== '' ? { cursorPath: cursorPath.trim() } : {}
  const again = overlap.trim() === '' ? {} : { overlap: Number(overlap) }
  const first = initialValue.trim() === '' ? {} : { initialValue: initialValue.trim() }
  return { incrementalConfig: { by: changes, ...path, ...again, ...first } }
}

type OptionalPath = 'responsePathToHasMore' | 'responsePathToEnd' | 'responsePathToTotal' | 'recordIdPath'
const given = (field: OptionalPath, written: ListWritten) =>
  written[field].trim() === '' ? {} : { [field]: written[field].trim() }

/** What is not asked for now is kept as it is, so that it is there when it is asked for again. */
export const configOf = (written: ListWritten): ListConfig => ({
  type: written.type,
  iterationPath: written.iterationPath.trim(),
  batchSize: Number(written.batchSize),
  paginationConfig: {
    type: written.paginationType,
    limitParam: written.limitParam.trim(),
    offsetParam: written.offsetParam.trim(),
    pageParam: written.pageParam.trim(),
    cursorParam: written.cursorParam.trim(),
    responsePathToNextCursor: written.responsePathToNextCursor.trim(),
    responsePathToItems: written.responsePathToItems.trim(),
    ...(written.firstPage.trim() === '' ? {} : { firstPage: Number(written.firstPage) }),
    ...(written.sendIn === 'query' ? {} : { sendIn: written.sendIn }),
    ...given('responsePathToHasMore', written),
    ...given('responsePathToEnd', written),
    ...given('responsePathToTotal', written),
    ...given('recordIdPath', written),
    ...(originsIn(written.allowedOrigins).length === 0 ? {} : { allowedOrigins: originsIn(written.allowedOrigins) }),
  },
  ...incrementalOf(written),
  outputConfig: { strategy: written.strategy, aggregateField: written.aggregateField.trim() },
})

/** The dialog does not ask whether one page alone is meant: what was answered stays until pages are followed. */
export const answered = (config: ListConfig, before: ListConfig | null): ListConfig =>
  before?.firstPageOnly && config.type !== 'pagination' ? { ...config, firstPageOnly: true } : config

/** Where a run reads the records of an answer. */
export const itemsPathOf = ({ type, iterationPath, responsePathToItems }: ListWritten, path: string | null): string =>
  (type === 'pagination' ? responsePathToItems.trim() : '') || iterationPath.trim() || (path ?? '')

export const settingsOf = ({ source }: Pick<ConnectorConfig, 'source'>): ListSettings => ({
  isOn: source.isList ?? false,
  path: source.isList ? (source.listPath ?? '') : null,
  config: source.listConfig ?? null,
})

type SourceAndMapping = Pick<ConnectorConfig, 'source' | 'dataMapping'>

/** The source and every line of the mapping, told of the list. */
export function withSettings({ source, dataMapping }: SourceAndMapping, { isOn, path, config }: ListSettings): SourceAndMapping {
  const listConfig = config === null ? {} : { listConfig: config }
  const list = isOn ? { isList: true, listPath: path ?? '' } : { isList: false }
  return {
    source: { ...withoutPath(source), ...list, ...listConfig },
    dataMapping: dataMapping.map((edge) => ({ ...withoutPath(edge), ...list })),
  }
}

function withoutPath<T extends { readonly listPath?: string }>({ listPath: _, ...rest }: T) {
  return rest
}
