/** How the form changes the search before a record is sent. Pure. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { ChangeRequest, FindRequest } from '#contract/connectors/config/operations/find.ts'
import { operationOf, type UrlField, withOperation } from './operation.ts'

/** A search to begin with: by the first field that looks like an email address, else by the first one. */
export function firstFind(
  { url = '' }: DestinationConfig,
  fields: readonly UrlField[],
): { find: FindRequest; update: ChangeRequest } {
  const field = fields.find(({ path }) => /e?mail/i.test(path)) ?? fields[0]
  const [base = ''] = url.split('?')
  const name = field?.path.split('.').at(-1) ?? ''
  return {
    find: { method: 'GET', url: field === undefined ? base : `${base}?${name}={${field.path}}`, resultPath: '' },
    update: { method: 'PATCH', url: base === '' ? '' : `${base}/{found.id}` },
  }
}

/** Changes the search; an empty text is not set, except for the place of the results. */
export function withFind(config: DestinationConfig, change: Partial<FindRequest>): DestinationConfig {
  const operation = operationOf(config)
  const { find = { method: 'GET', url: '', resultPath: '' } } = operation
  const { matchPath, matchField, body, onMany, ...needed } = { ...find, ...change }
  const made: FindRequest = {
    ...needed,
    ...(body && needed.method === 'POST' ? { body } : {}),
    ...(matchPath ? { matchPath } : {}),
    ...(matchField ? { matchField } : {}),
    ...(onMany === 'first' ? { onMany } : {}),
  }
  return withOperation(config, { ...operation, find: made })
}

export function withUpdate(config: DestinationConfig, change: Partial<ChangeRequest>): DestinationConfig {
  const operation = operationOf(config)
  const { update = { method: 'PATCH', url: '' } } = operation
  return withOperation(config, { ...operation, update: { ...update, ...change } })
}
