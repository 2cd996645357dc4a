/** What was typed into the dialog of a list, as a tab kept it. */
import { type ListConfig, paginationTypes } from '#contract/connectors/config/list-config.ts'
import { defaultsFor, type ListChoices, type ListTyped, type ListWritten } from './list-settings.ts'

/** Total: what a tab kept, whatever it is; null when it is not what was typed. */
export function typedIn(kept: unknown): ListTyped | null {
  if (!isObject(kept) || !isObject(kept['written'])) return null
  const written: Readonly<Record<string, unknown>> = { ...kept['written'] }
  const blank = defaultsFor(null)
  const isKnown = Object.keys(blank).every((field) => typeof written[field] === 'string')
  const choices = [types.find((it) => it === written['type']), paginationTypes.find((it) => it === written['paginationType'])]
  const strategy = strategies.find((it) => it === written['strategy'])
  if (!isKnown || choices.includes(undefined) || strategy === undefined) return null
  if (!places.some((it) => it === written['sendIn']) || !changes.some((it) => it === written['changes'])) return null
  return { written: { ...blank, ...(written as ListWritten) }, isOpen: kept['isOpen'] === true }
}

const types: readonly ListConfig['type'][] = ['simple', 'batch', 'pagination']
const changes: readonly ListChoices['changes'][] = ['all', 'field', 'runStart']
const places: readonly ListChoices['sendIn'][] = ['query', 'header', 'body']
const strategies: readonly ListChoices['strategy'][] = ['individual', 'bulk', 'aggregate']

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
