/** How the form changes the request after a delivery. Pure. */
import type { ConnectorConfig, DestinationConfig } from '#contract/connectors/config/config.ts'
import type { AfterwardsRequest } from '#contract/connectors/config/operations/afterwards.ts'
import { operationOf, type UrlField, withOperation } from './operation.ts'

type Sides = Pick<ConnectorConfig, 'source' | 'destination' | 'trigger'>

/** Whether the source can be written to: an HTTP system, and no webhook. */
export const canWriteBack = ({ source, trigger }: Sides): boolean => source.type === 'http' && trigger.type !== 'webhook'

const isId = ({ path }: UrlField) => /(?:^|[._])(?:id|key|number)$/i.test(path)

/** A request to begin with: the new id goes to the record in the source, else to the record that was created. */
export function firstAfterwards(config: Sides, fields: readonly UrlField[]): AfterwardsRequest {
  const side = canWriteBack(config) ? 'source' : 'destination'
  const [base = ''] = (config[side].url ?? '').split('?')
  const field = (fields.find(isId) ?? fields[0])?.path
  const name = side === 'source' ? field : 'answer.id'
  return {
    side,
    method: 'PATCH',
    url: base === '' || name === undefined ? base : `${base.replace(/\/$/, '')}/{${name}}`,
    body: side === 'source' ? '{"externalId": "{answer.id}"}' : '{}',
  }
}

/** Changes the request; an empty body is none, and what is the default is not set. */
export function withAfterwards(config: DestinationConfig, changed: AfterwardsRequest): DestinationConfig {
  const { body, required, ...needed } = changed
  const afterwards: AfterwardsRequest = { ...needed, ...(body ? { body } : {}), ...(required === false ? { required } : {}) }
  return withOperation(config, { ...operationOf(config), afterwards })
}

export function withoutAfterwards(config: DestinationConfig): DestinationConfig {
  const { afterwards: _, ...operation } = operationOf(config)
  return withOperation(config, operation)
}
