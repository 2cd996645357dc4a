/** What each step of a draft still misses, and so why it cannot be deployed yet. The server has the last word when it is. */

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { lacksOfAnswer, lacksOfMapping, type OpenQuestion } from '#contract/connectors/config/open-questions.ts'
import { namesItem } from '#contract/connectors/config/operations/record-urls.ts'
import { namesInPath } from '#contract/connectors/config/placeholders.ts'
import { webAddressFault } from '#contract/kit/web-address.ts'
import type { Draft } from './draft.ts'
import { lackingSecret, type SecretName } from './secrets.ts'
import type { Step } from './steps.ts'
import { lacksOfSender, lacksOfTrigger, type TriggerLack } from './trigger.ts'

export type Lack =
  | { readonly what: 'name' }
  | TriggerLack
  | OpenQuestion
  | { readonly what: 'address' | 'badAddress' | 'host' | 'table' | 'account' | 'stream'; readonly side: ConfiguredSystem }
  | { readonly what: 'secret'; readonly side: ConfiguredSystem; readonly secret: SecretName }
  | { readonly what: 'parameters' | 'target' | 'recordInUrl'; readonly side: ConfiguredSystem }
  /** A place in the address that no parameter fills, and a parameter whose place the address does not have. */
  | { readonly what: 'pathValue' | 'pathPlace'; readonly side: ConfiguredSystem; readonly place: string }

/** Whose it is: a side, or an enrichment by its title. */
export type ConfiguredSystem =
  | { readonly kind: 'source' | 'destination' }
  | { readonly kind: 'enrichment'; readonly title: string }

type Side = Pick<ConnectorConfig['source'], 'type' | 'url' | 'auth' | 'secrets' | 'databaseConfig' | 'azureConfig' | 'natsConfig'>

export type Missing = Readonly<Record<Step, readonly Lack[]>>

export function missingOf(draft: Draft): Missing {
  const { profile, config } = draft
  const { trigger, destination, enrichment } = config
  return {
    profile: [...(profile.name.trim() === '' ? [{ what: 'name' } as const] : []), ...lacksOfTrigger(trigger)],
    // The events of a webhook come by themselves.
    source: trigger.type === 'webhook' ? [...lacksOfSender(trigger), ...lacksOfAnswer(draft)] : lacksOfSource(draft),
    destination: [...lacksOfSide(destination, { kind: 'destination' }), ...lacksOfOperation(destination)],
    enrichment: enrichment.flatMap(lacksOfEnrichment),
    mapping: lacksOfMapping(draft),
    review: [],
  }
}

/** What its answer is matters as soon as it can be asked. */
function lacksOfSource(draft: Draft): Lack[] {
  const lacks = lacksOfSide(draft.config.source, { kind: 'source' })
  return [...lacks, ...lacksOfAnswer(draft).filter(({ what }) => what !== 'unknown' || lacks.length === 0)]
}

function lacksOfSide(it: Side, side: ConfiguredSystem): Lack[] {
  const lacks: Lack[] = []
  if (it.type === 'http') {
    const url = it.url?.trim() ?? ''
    if (url === '') lacks.push({ what: 'address', side })
    else if (webAddressFault(url) !== null) lacks.push({ what: 'badAddress', side })
  }
  if (it.type === 'database') {
    const { host = '', database = '', table = '', query = '', statement = '' } = it.databaseConfig ?? {}
    if (host === '' || database === '') lacks.push({ what: 'host', side })
    if (table === '' && query === '' && statement.trim() === '') lacks.push({ what: 'table', side })
  }
  if (it.type === 'azure') {
    const { endpoint = '', container = '' } = it.azureConfig ?? {}
    if (endpoint === '' || container === '') lacks.push({ what: 'account', side })
  }
  if (it.type === 'nats') {
    const { host = '', stream = '', subject = '' } = it.natsConfig ?? {}
    if (host === '' || stream === '' || (side.kind === 'destination' && subject === '')) lacks.push({ what: 'stream', side })
  }
  const secret = lackingSecret(it)
  return secret === null ? lacks : [...lacks, { what: 'secret', side, secret }]
}

/** An update or a deletion needs a value that names the record. */
function lacksOfOperation({ type, url = '', operation }: ConnectorConfig['destination']): Lack[] {
  if (type !== 'http' || operation === undefined || webAddressFault(url.trim()) !== null) return []
  const isNamed = !namesItem(operation.do) || operation.parameters.some((it) => it.in !== 'header')
  return isNamed ? [] : [{ what: 'recordInUrl', side: { kind: 'destination' } }]
}

function lacksOfEnrichment(it: ConnectorConfig['enrichment'][number], at: number): Lack[] {
  const side = { kind: 'enrichment', title: it.title?.trim() || String(at + 1) } as const
  const lacks = lacksOfSide(it, side)
  if ((it.lookup?.parameters.length ?? 0) === 0) lacks.push({ what: 'parameters', side })
  if ((it.lookup?.targetPath ?? '') === '') lacks.push({ what: 'target', side })
  return [...lacks, ...lacksOfPlaces(it, side)]
}

function lacksOfPlaces({ type, url = '', lookup }: ConnectorConfig['enrichment'][number], side: ConfiguredSystem): Lack[] {
  if (type !== 'http' || lookup === undefined || webAddressFault(url.trim()) !== null) return []
  const places = namesInPath(url.trim())
  const given = lookup.parameters.flatMap((it) => (it.in === 'path' ? [it.name] : []))
  return [
    ...places.filter((place) => !given.includes(place)).map((place) => ({ what: 'pathValue', side, place }) as const),
    ...given.filter((place) => !places.includes(place)).map((place) => ({ what: 'pathPlace', side, place }) as const),
  ]
}
