/** The fields beside a list of records, as they are written: `allOrNone` with `false`. Pure. */
import type { ConnectorConfig, DestinationConfig } from '#contract/connectors/config/config.ts'
import type { AroundMember } from '#contract/connectors/config/operations/operation.ts'
import { operationOf, withOperation } from './operation.ts'

export const aroundMax = 16

/** Whether records are sent together in a field, so that others can be beside it. */
export const hasAround = ({ source, destination }: Pick<ConnectorConfig, 'source' | 'destination'>): boolean =>
  destination.type === 'http' && source.isList === true && source.listConfig?.outputConfig.strategy === 'aggregate'

/** A value as JSON reads it: false, 12 and null are no texts, and "12" in quotation marks is one. */
export function aroundValue(text: string): AroundMember['value'] {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    // A number that a double cannot hold stays the text that was written.
    if (typeof value === 'number' && String(value) === text.trim()) return value
  } catch {
    // No JSON: a plain text.
  }
  return text
}

/** How a value is shown, so that it is read as the same again. */
export const aroundText = (value: AroundMember['value']): string =>
  typeof value === 'string' && aroundValue(value) === value ? value : JSON.stringify(value)

/** The destination with these fields beside the list. */
export function withAround(config: DestinationConfig, around: readonly AroundMember[]): DestinationConfig {
  const { around: _, ...operation } = operationOf(config)
  return withOperation(config, around.length === 0 ? operation : { ...operation, around: [...around] })
}
