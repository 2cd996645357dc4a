/** Streams of a real server as sources and destinations, opened as a run would. */
import { expect, onTestFinished } from 'vitest'

import type { Auth, DestinationConfig, NatsConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { natsKind } from '#server/engine/kinds/nats/nats-kind.ts'
import type { Destination, Parcel, Source, Tools } from '#server/engine/kit/kind.ts'
import { createOutbound, type OutboundOptions } from '#server/outbound/outbound.ts'
import type { NatsServer } from '../../kit/nats-server.ts'

type Options = {
  readonly auth?: Auth
  readonly secret?: string
  readonly outbound?: OutboundOptions
}

type Reached = Pick<NatsServer, 'port'>

export const natsConfig = ({ port }: Reached, stream: string, changes: Partial<NatsConfig> = {}): NatsConfig => ({
  ...{ host: '127.0.0.1', port, tls: 'disable', stream },
  ...changes,
})

function toolsFor({ secret = '', outbound }: Options): Tools {
  const out = createOutbound({ egressAllow: ['127.0.0.0/8'], ...outbound })
  onTestFinished(() => out.close())
  return { outbound: out, readSecret: async () => secret, heldEvents: async () => [] }
}

const authOf = ({ auth }: Options) => (auth ? { auth } : {})

export const sourceConfig = (nats: NatsConfig, options: Options = {}): SourceConfig => ({
  ...{ type: 'nats', natsConfig: nats },
  ...authOf(options),
})

export async function openSource(nats: NatsConfig, options: Options = {}): Promise<Source> {
  const config = sourceConfig(nats, options)
  expect(natsKind.checkSource(config)).toEqual([])
  const source = await natsKind.openSource(config, toolsFor(options))
  onTestFinished(async () => source.close?.())
  return source
}

export async function openDestination(nats: NatsConfig, options: Options = {}): Promise<Destination> {
  const config: DestinationConfig = { type: 'nats', natsConfig: nats, ...authOf(options) }
  expect(natsKind.checkDestination(config)).toEqual([])
  const destination = await natsKind.openDestination(config, toolsFor(options))
  onTestFinished(async () => destination.close?.())
  return destination
}

/** What is known of a start at a value. */
export const startAt = (nats: NatsConfig, value: string | null) =>
  natsKind.startAt?.(sourceConfig(nats), value, toolsFor({}), new AbortController().signal)

export const permission = {
  ...{ signal: new AbortController().signal, withdrawn: new AbortController().signal },
  mayStart: () => true,
}

export function parcelOf(key: string, record: unknown, readAt = new Date()): Parcel {
  const body = JSON.stringify(record)
  return { key, body, bytes: Buffer.from(body), count: 1, texts: () => [body], readAt }
}

/** What a destination is told of a delivery that it may have had before. */
export const earlier = (changes: { readonly isInDoubt?: boolean; readonly isCutOff?: boolean }) => ({
  ...{ isInDoubt: false, isCutOff: false, begin: async () => {} },
  ...changes,
})
