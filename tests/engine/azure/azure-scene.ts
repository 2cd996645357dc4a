/** Containers to be read, and the questions that every test of blobs asks. */
import type { ContainerClient } from '@azure/storage-blob'
import { expect, onTestFinished } from 'vitest'

import type { Auth, AzureConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { azureKind } from '#server/engine/kinds/azure/azure-kind.ts'
import { type Place, type Source, SourceFault, type SourcePage } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { record } from '../kit/source-sim.ts'
import type { Azurite } from './azurite.ts'

export const signal = new AbortController().signal
export const put = (container: ContainerClient, name: string, text: string | Buffer, encoding?: string) =>
  container
    .getBlockBlobClient(name)
    .upload(text, Buffer.byteLength(text), encoding ? { blobHTTPHeaders: { blobContentEncoding: encoding } } : {})

type Options = { format?: AzureConfig['format']; prefix?: string; delimiter?: string; auth?: Auth; rest?: Partial<SourceConfig> }

export const configOf = (
  azurite: Azurite,
  container: ContainerClient,
  { format = 'ndjson', prefix, delimiter, auth, rest }: Options,
): SourceConfig => ({
  type: 'azure',
  azureConfig: {
    endpoint: azurite.endpoint,
    container: container.containerName,
    format,
    ...(prefix === undefined ? {} : { prefix }),
    ...(delimiter === undefined ? {} : { delimiter }),
  },
  auth: auth ?? { type: 'accountKey', account: azurite.account, key: 'key' },
  isList: true,
  ...rest,
})

export async function open(
  azurite: Azurite,
  container: ContainerClient,
  options: Options = {},
  secret = azurite.key,
): Promise<Source> {
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits: { idle: 2_000 } })
  onTestFinished(() => outbound.close())
  const config = configOf(azurite, container, options)
  expect(azureKind.checkSource(config)).toEqual([])
  const source = await azureKind.openSource(config, { outbound, readSecret: async () => secret, heldEvents: async () => [] })
  onTestFinished(async () => source.close?.())
  return source
}

export async function all(
  source: Source,
  from: Place = source.start(null),
  most = Number.POSITIVE_INFINITY,
): Promise<SourcePage[]> {
  const pages: SourcePage[] = []
  for (let place: Place | null = from; place && pages.length < most; ) {
    const page: SourcePage = await source.read(place, signal)
    expect(page.records.length).toBeLessThanOrEqual(1_000)
    // As the checkpoint keeps it.
    place = page.next && JSON.parse(JSON.stringify(page.next))
    pages.push(page)
  }
  return pages
}
export const recordsOf = (pages: readonly SourcePage[]) => pages.flatMap(({ records }) => records)
export const idsOf = (pages: readonly SourcePage[]) => recordsOf(pages).map((it) => Number((it as { id: unknown }).id))
export const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
export const problemOf = async (reading: Promise<unknown>) => {
  const thrown = await reading.catch((it: unknown) => it)
  return thrown instanceof SourceFault ? { ...thrown.problem, retry: thrown.retry } : thrown
}
export const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => `${JSON.stringify(record(from + at))}\n`).join('')
