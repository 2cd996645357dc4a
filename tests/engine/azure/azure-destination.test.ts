import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { Auth, AzureConfig, DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { azureKind } from '#server/engine/kinds/azure/azure-kind.ts'
import { csvOf } from '#server/engine/kinds/azure/destination.ts'
import type { Parcel } from '#server/engine/kit/kind.ts'
import { checkAddresses } from '#server/engine/plan/egress-check.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { configFor } from '../kit/stage.ts'
import { type Azurite, startAzurite } from './azurite.ts'

let azurite: Azurite
beforeAll(async () => {
  azurite = await startAzurite()
})
afterAll(() => azurite.stop())

const permission = { signal: new AbortController().signal, withdrawn: new AbortController().signal, mayStart: () => true }
const parcel = (key: string, ...texts: readonly string[]): Parcel => {
  const body = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(',')}]`
  return { key, body, bytes: Buffer.from(body), count: texts.length, texts: () => texts }
}

type Options = Partial<AzureConfig> & { auth?: Auth; secret?: string; allowed?: readonly string[] }

async function open({ auth, secret = azurite.key, allowed = ['127.0.0.0/8'], ...azure }: Options) {
  const outbound = createOutbound({ egressAllow: allowed, limits: { idle: 1_000, headers: 1_000 } })
  onTestFinished(() => outbound.close())
  const config: DestinationConfig = {
    type: 'azure',
    azureConfig: { endpoint: azurite.endpoint, container: 'none', format: 'json', ...azure },
    auth: auth ?? { type: 'accountKey', account: azurite.account, key: 'key' },
  }
  expect(azureKind.checkDestination(config)).toEqual([])
  return azureKind.openDestination(config, { outbound, readSecret: async () => secret, heldEvents: async () => [] })
}

async function blobsOf(container: string) {
  const found: Record<string, string> = {}
  const client = azurite.service.getContainerClient(container)
  for await (const { name } of client.listBlobsFlat()) {
    const blob = client.getBlobClient(name)
    found[name] = `${(await blob.getProperties()).contentType} ${(await blob.downloadToBuffer()).toString()}`
  }
  return found
}

describe('a delivery', () => {
  it.each([
    ['json', 'application/json [{"id":1,"n":12345678901234567890},{"id":2,"t":"ü"}]'],
    ['ndjson', 'application/x-ndjson {"id":1,"n":12345678901234567890}\n{"id":2,"t":"ü"}\n'],
    ['csv', 'text/csv; charset=utf-8 id,n,t\r\n1,12345678901234567890,\r\n2,,ü\r\n'],
  ] as const)('is one blob (%s), and the same blob when it is made again', async (format, content) => {
    const { containerName: container } = await azurite.container()
    const destination = await open({ container, format, prefix: 'in/' })
    expect(destination.endpoint).toBe(`PUT ${azurite.endpoint}/${container}/in/*.${format}`)
    expect(destination.host).toBe(new URL(azurite.endpoint).origin)
    const it = parcel('dc-1-1', '{"id":1,"n":12345678901234567890}', '{"id":2,"t":"ü"}')
    for (const _ of [1, 2])
      expect(await destination.deliver(it, permission)).toMatchObject({ outcome: 'delivered', answer: { status: 201 } })
    expect(await blobsOf(container)).toEqual({ [`in/dc-1-1.${format}`]: content })
    await Promise.all([2, 3, 4].map((key) => destination.deliver(parcel(`dc-1-${key}`, '{"id":9}'), permission)))
    expect(Object.keys(await blobsOf(container))).toHaveLength(4)
  })

  it('that Azure refuses says why in its words, and for whom', async () => {
    const { containerName: container } = await azurite.container()
    const it = parcel('dc-1-1', '{"id":1}')
    const away = await open({ container: 'not-there' })
    expect(await away.deliver(it, permission)).toMatchObject({
      outcome: 'refused',
      about: 'caller',
      problem: {
        code: 'destination/refused',
        message: 'The specified container does not exist. (404 ContainerNotFound)',
        answer: { status: 404 },
      },
    })
    const secret = Buffer.from('another key').toString('base64')
    const stranger = await (await open({ container, secret })).deliver(it, permission)
    expect(stranger).toMatchObject({ outcome: 'refused', about: 'caller', problem: { answer: { status: 403 } } })
    expect(JSON.stringify(stranger)).not.toContain(secret)
    expect(await (await open({ container, auth: { type: 'none' } })).deliver(it, permission)).toMatchObject({
      outcome: 'refused',
      about: 'caller',
    })
    expect(await blobsOf(container)).toEqual({})
  })

  it('is not made where connectors may not go, once it is taken back, or may not start', async () => {
    const { containerName: container } = await azurite.container()
    const it = parcel('dc-1-1', '{"id":1}')
    expect(await (await open({ container, allowed: [] })).deliver(it, permission)).toMatchObject({
      outcome: 'refused',
      problem: { code: 'egress/refused' },
      about: 'caller',
    })
    const destination = await open({ container })
    expect(await destination.deliver(it, { ...permission, withdrawn: AbortSignal.abort() })).toEqual({ outcome: 'withheld' })
    expect(await destination.deliver(it, { ...permission, mayStart: () => false })).toEqual({ outcome: 'withheld' })
    const down = await open({ container, endpoint: 'http://127.0.0.1:1025/account' })
    expect(await down.deliver(it, permission)).toMatchObject({ outcome: 'retry', problem: { code: 'destination/unreachable' } })
    expect(await blobsOf(container)).toEqual({})
  })
})

describe('records as CSV', () => {
  it.each([
    [['{"a":"x,y","b":"say \\"hi\\"","c":"1\\n2"}'], 'a,b,c\r\n"x,y","say ""hi""","1\n2"\r\n'],
    [['{"a":null}', '{"b":true,"c":[1,{"d":1}]}'], 'a,b,c\r\n,,\r\n,true,"[1,{""d"":1}]"\r\n'],
    [['1', '"two"', '[3]'], 'value\r\n1\r\ntwo\r\n[3]\r\n'],
    [['{"a":null}'], 'a\r\n""\r\n'],
    [['{"a":" x","b":-0,"__proto__":1e400}'], 'a,b,__proto__\r\n" x",-0,1e400\r\n'],
  ])('%j', (texts, csv) => {
    expect(csvOf(texts.map(parseExactly), ',')).toBe(csv)
  })
})

describe('an Azure side', () => {
  const azureConfig = { endpoint: 'https://account.blob.core.windows.net', container: 'orders', format: 'json' } as const
  const source: SourceConfig = { type: 'azure', azureConfig, isList: true }

  it.each([
    [{ azureConfig: { ...azureConfig, endpoint: 'account' } }, '/azureConfig/endpoint'],
    [{ azureConfig: { ...azureConfig, endpoint: 'ftp://x.example' } }, '/azureConfig/endpoint'],
    [{ azureConfig: { ...azureConfig, endpoint: 'https://x.example/?sig=1' } }, '/azureConfig/endpoint'],
    [{ azureConfig: { ...azureConfig, endpoint: 'https://a:b@x.example/' } }, '/azureConfig/endpoint'],
    [{ azureConfig: { ...azureConfig, container: 'Orders' } }, '/azureConfig/container'],
    [{ azureConfig: { ...azureConfig, container: 'a--b' } }, '/azureConfig/container'],
    [{ azureConfig: { ...azureConfig, container: '../x' } }, '/azureConfig/container'],
    [{ azureConfig: { ...azureConfig, delimiter: ';' } }, '/azureConfig/delimiter'],
    [{ azureConfig: { ...azureConfig, format: 'csv', delimiter: '"' } }, '/azureConfig/delimiter'],
    [{ auth: { type: 'bearer', token: 'x' } }, '/auth/type'],
    [{ listPath: 'a[*]' }, '/listPath'],
  ] as const)('%j is refused', (change, path) => {
    expect(azureKind.checkSource(source)).toEqual([])
    expect(azureKind.checkSource({ ...source, ...change } as SourceConfig).map((it) => it.path)).toEqual([path])
  })

  it('says before a run where connectors may not go', async () => {
    const outbound = createOutbound({})
    onTestFinished(() => outbound.close())
    const config = configFor({ source: 'https://x.example', destination: 'https://x.example' })
    const inside = { ...config, source: { ...source, azureConfig: { ...azureConfig, endpoint: 'http://10.0.0.1/x' } } }
    expect((await checkAddresses(inside, outbound, '')).map(({ path }) => path)).toEqual(['/source/azureConfig/endpoint'])
    expect(await checkAddresses({ ...config, source }, outbound, '')).toEqual([])
  })
})
