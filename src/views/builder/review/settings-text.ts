import type { ConnectorConfig, DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { onlyChangedByDefault, onlyChangedOf } from '#contract/connectors/config/delivery-keys.ts'
import { reviewMessages } from './review.messages.ts'

type Side = Pick<
  SourceConfig,
  'type' | 'url' | 'secrets' | 'requestsPerSecond' | 'responseFormat' | 'success' | 'timeouts' | 'databaseConfig' | 'parts'
> &
  Pick<DestinationConfig, 'operation'>

const { settings: messages } = reviewMessages

/** What is set for the requests to a system and differs from the default, a sentence each. */
export function settingsOf(side: Side): string[] {
  const {
    type,
    url = '',
    secrets = [],
    requestsPerSecond,
    responseFormat,
    success,
    timeouts,
    operation,
    databaseConfig,
    parts = 1,
  } = side
  if (type === 'database' && databaseConfig?.write) return [messages.tableWrite[databaseConfig.write]]
  if (type === 'database' && parts > 1) return [messages.parts(parts)]
  if (type !== 'http') return []
  const host = URL.canParse(url) ? new URL(url).host : messages.thisSystem
  return [
    ...(operation === undefined ? [] : operationTexts(operation)),
    ...(secrets.length === 0 ? [] : [messages.secrets(secrets.map(({ name }) => name))]),
    ...(requestsPerSecond === undefined ? [] : [messages.rate(requestsPerSecond, host)]),
    ...(responseFormat === undefined ? [] : [messages.responseFormat(responseFormat.type)]),
    ...(parts > 1 ? [messages.pageParts(parts)] : []),
    ...(success === undefined ? [] : criteriaOf(success)),
    ...(timeouts?.firstByteSeconds === undefined ? [] : [messages.startsWithin(timeouts.firstByteSeconds)]),
    ...(timeouts?.totalSeconds === undefined ? [] : [messages.endsWithin(timeouts.totalSeconds)]),
  ]
}

function operationTexts({
  do: kind,
  parameters,
  bodyFormat,
  answer,
  idPath,
  afterwards,
}: NonNullable<Side['operation']>): string[] {
  const { operation, value } = messages
  return [
    ...(kind === 'each' ? [] : [operation[kind]]),
    ...(bodyFormat === undefined || bodyFormat === 'json' || kind === 'delete' ? [] : [messages.format[bodyFormat]]),
    ...(answer === undefined
      ? []
      : ['preset' in answer ? messages.preset[answer.preset] : messages.ownResults(answer.itemsPath)]),
    ...(idPath === undefined ? [] : [messages.remoteId(idPath)]),
    ...(afterwards === undefined ? [] : [messages.afterwards(afterwards.method, afterwards.side)]),
    ...parameters.map(({ in: place, name, field }) => value(place === 'path' ? `{${name}}` : name, field)),
  ]
}

/** What is sent without a mapping. */
export function unmappedText({ destination, enrichment }: Pick<ConnectorConfig, 'destination' | 'enrichment'>): string {
  const { operation } = destination
  const leavesBody = operation?.parameters.some((it) => it.alsoInBody !== true) ?? false
  const body = operation?.do === 'delete' ? 'none' : leavesBody ? 'rest' : 'all'
  return reviewMessages.unmapped.sent(body, enrichment.length > 0)
}

function criteriaOf({ statuses = [], contentType = '', field }: NonNullable<Side['success']>): string[] {
  const parts = [
    ...(statuses.length === 0 ? [] : [messages.status(statuses)]),
    ...(contentType === '' ? [] : [messages.contentType(contentType)]),
    ...(field === undefined ? [] : [messages.field(field.path, field.value)]),
  ]
  return parts.length === 0 ? [] : [messages.success(parts)]
}

/** Whether unchanged records are sent again; null where every record is sent and nothing else is the default. */
export function changesOnlyOf(config: ConnectorConfig): string | null {
  if (onlyChangedOf(config)) return messages.onlyChanged
  return onlyChangedByDefault(config) ? messages.everything : null
}
