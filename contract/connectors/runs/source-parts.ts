/** Reading a source in several parts at the same time: which sources have parts, and how many of them help (decisions 0094 and 0106). */
import type { ConnectorConfig, SourceConfig } from '../config/config.ts'
import { cursorEndName, sideUses } from '../config/placeholders.ts'

type ReadConfig = Pick<ConnectorConfig, 'trigger' | 'source'>

/** Why a source is read as a whole, as a sentence; null where it can be read in parts. */
export function wholeBecause({ trigger, source }: ReadConfig): string | null {
  const { type, listConfig } = source
  if (trigger.type === 'webhook') return 'Webhook events are delivered as they arrive.'
  if (type === 'azure') return 'Files are read one after the other, in order of their names.'
  if (type === 'nats') return 'Messages of a stream are read in order.'
  const why = type === 'http' ? wholePages(source) : wholeTable(source)
  if (why !== null) return why
  return listConfig?.outputConfig?.strategy === 'aggregate' ? 'All records are sent together.' : null
}

/** How a source that has parts is divided: a table by its own key, rows by their cursor column, a list by its pages or by times. */
export const partsBy = ({ type, databaseConfig, listConfig }: SourceConfig): 'table' | 'cursor' | 'times' | 'pages' =>
  type === 'http'
    ? listConfig?.incrementalConfig
      ? 'times'
      : 'pages'
    : databaseConfig?.cursorColumn === undefined
      ? 'table'
      : 'cursor'

function wholeTable({ databaseConfig, noKey }: SourceConfig): string | null {
  const { query, table = '', cursorColumn, keyColumns = [] } = databaseConfig ?? {}
  const isQuery = query !== undefined || table === ''
  if (cursorColumn !== undefined) {
    const isTold = !isQuery || keyColumns.length > 0 || noKey === true
    return isTold ? null : 'Enter the key columns of the query, so we can check that parts share no record.'
  }
  if (isQuery) return "We can't tell whether query rows have a unique key. Set a cursor column to read the query in parts."
  if (keyColumns.length > 0) return "We can't tell whether your key columns are unique. Parts need the table's own key."
  return null
}

function wholeChanges(source: SourceConfig): string | null {
  if (source.listConfig?.incrementalConfig?.by === 'runStart')
    return "Runs read changes since the last run, so we can't tell the window of a record. Read changes by a field."
  return sideUses(source, cursorEndName)
    ? null
    : `Runs read only changes. Use {{${cursorEndName}}} in the request, so that each part reads a window of time.`
}

function wholePages(source: SourceConfig): string | null {
  const { isList, listConfig, noKey } = source
  if (isList && listConfig?.incrementalConfig) return wholeChanges(source)
  const paging = isList && listConfig?.type === 'pagination' ? listConfig.paginationConfig : undefined
  if (paging === undefined) return 'The source has no pages. Only lists with pages are read in parts.'
  if (paging.type !== 'page' && paging.type !== 'offset')
    return 'Each page leads to the next page, so pages are read one after the other.'
  if ((paging.responsePathToTotal ?? '') === '')
    return 'The total number of records is unknown. Enter the path to the total in the pagination settings.'
  if (noKey === true) return "Records have no key, so we can't notice changes to the list."
  return null
}

/** What is wrong with the parts of a source; null where nothing is. */
export function partsFault(config: ReadConfig): string | null {
  const why = (config.source.parts ?? 1) > 1 ? wholeBecause(config) : null
  return why === null ? null : `${why} Set the parts to 1`
}

/**
 * How many parts help at most where a destination takes only so many requests a second. One part that has `atOnce` requests under way uses such a
 * pace up by itself, unless a response takes longer than a second.
 */
export const partsFor = (perSecond: number | undefined, atOnce = 32): number =>
  perSecond === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(perSecond / atOnce))
