import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type ContainerClient, ContainerSASPermissions, generateBlobSASQueryParameters } from '@azure/storage-blob'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { azureKind } from '#server/engine/kinds/azure/azure-kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import { record } from '../kit/source-sim.ts'
import { eventually, expectExactlyOnce, startEngine } from '../kit/stage.ts'
import { all, configOf, idsOf, lines, open, problemOf, put, recordsOf, signal, upTo } from './azure-scene.ts'
import { type Azurite, startAzurite } from './azurite.ts'

let azurite: Azurite
beforeAll(async () => {
  azurite = await startAzurite()
})
afterAll(() => azurite.stop())

describe('blobs under a prefix', () => {
  it('are read in the order of their names, over the pages of a long list', async () => {
    const container = await azurite.container()
    const names = Array.from({ length: 1_030 }, (_, at) => `in/${String(at).padStart(4, '0')}.ndjson`)
    const holds = (at: number) => at % 100 === 0 || at > 1_020
    for (let at = 0; at < names.length; at += 103)
      await Promise.all(
        names.slice(at, at + 103).map((name, of) => put(container, name, holds(at + of) ? lines(1, at + of) : '')),
      )
    await put(container, 'out/1.ndjson', '{"id":-1}')
    const pages = await all(await open(azurite, container, { prefix: 'in/' }))
    expect(idsOf(pages)).toEqual(names.map((_, at) => at).filter(holds))
    expect(pages[0]?.startpoint).toContain(`${azurite.endpoint}/${container.containerName}/in/0000.ndjson`)
    const later = await all(await open(azurite, container, { prefix: 'in/' }), pages.at(-4)?.next ?? {})
    expect(idsOf(later)).toEqual([1_027, 1_028, 1_029])
    expect(recordsOf(await all(await open(azurite, container, { prefix: 'nothing/' })))).toEqual([])
  })

  it('are reached by key, by signature, and by nobody else', async () => {
    const container = await azurite.container()
    await put(container, 'a.ndjson', lines(3))
    const permissions = ContainerSASPermissions.parse('rl')
    const it = { containerName: container.containerName, permissions, expiresOn: new Date(Date.now() + 60_000) }
    const token = generateBlobSASQueryParameters(it, azurite.credential).toString()
    const auth = { type: 'sasToken', token: 'x' } as const
    expect(idsOf(await all(await open(azurite, container, { auth }, `?${token}`)))).toEqual([1, 2, 3])
    const wrong = await problemOf(all(await open(azurite, container, { auth }, token.replace(/sig=.{6}/, 'sig=AAAAAA'))))
    expect(wrong).toMatchObject({
      code: 'source/refused',
      retry: false,
      message: expect.stringMatching(/^Server failed to authenticate.*\(403 AuthorizationFailure\)|403/),
    })
    expect(JSON.stringify(wrong)).not.toContain(encodeURIComponent('AAAAAA'))
    const nobody = await problemOf(all(await open(azurite, container, { auth: { type: 'none' } })))
    expect(nobody).toMatchObject({ code: 'source/refused' })
    const away = await problemOf(all(await open(azurite, { containerName: 'not-there' } as ContainerClient)))
    expect(away).toMatchObject({
      code: 'source/refused',
      message: expect.stringContaining('The specified container does not exist. (404 ContainerNotFound)'),
      answer: { status: 404 },
    })
  })

  it.each(['hello', '<html></html>', '<?xml version="1.0"?><a><b/></a>', ''])(
    'are not taken for an empty container where %j answers',
    async (text) => {
      const server = createServer((_, response) => response.end(text)).listen(0, '127.0.0.1')
      onTestFinished(() => void server.close())
      await once(server, 'listening')
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/account`
      const container = await azurite.container()
      const source = await open({ ...azurite, endpoint }, container)
      await expect(source.read(source.start(null), signal)).rejects.toMatchObject({ problem: { code: 'source/unreadable' } })
    },
  )

  it('are not reached where connectors may not go, and no socket is opened', async () => {
    const container = await azurite.container()
    const outbound = createOutbound({})
    onTestFinished(() => outbound.close())
    const source = await azureKind.openSource(configOf(azurite, container, {}), {
      outbound,
      readSecret: async () => azurite.key,
      heldEvents: async () => [],
    })
    expect(await problemOf(source.read({}, signal))).toMatchObject({ code: 'egress/refused' })
  })
})

describe('JSON', () => {
  it('is found, long or short, encoded or not, and a blob may be one record', async () => {
    const container = await azurite.container()
    await put(container, 'a/1', JSON.stringify(upTo(2).map(record)))
    await put(container, 'a/2', JSON.stringify({ data: [record(3)] }))
    await put(container, 'a/3', gzipSync(JSON.stringify({ items: upTo(20_000).map((id) => record(id + 3)) })), 'gzip')
    expect(idsOf(await all(await open(azurite, container, { format: 'json', prefix: 'a/' })))).toEqual(upTo(20_003))
    const whole = await all(await open(azurite, container, { format: 'json', prefix: 'a/2', rest: { isList: false } }))
    expect(recordsOf(whole)).toEqual([{ data: [record(3)] }])
    const begun = await all(await open(azurite, container, { format: 'json', prefix: 'a/' }), {}, 5)
    const rest = await all(await open(azurite, container, { format: 'json', prefix: 'a/' }), begun.at(-1)?.next ?? {})
    expect([...idsOf(begun), ...idsOf(rest)]).toEqual(upTo(20_003))
  })

  it.each([
    ['garbled', '[1,', 'source/not-json', "The blob a can't be read. It is incomplete."],
    ['empty', '', 'source/not-json', "The blob a can't be read. It is empty."],
    ['without a list', '{"id":1}', 'source/no-list', 'The blob a contains no list where the configuration expects one.'],
  ])('that is %s is refused by name', async (_, text, code, message) => {
    const container = await azurite.container()
    await put(container, 'a', text)
    expect(await problemOf(all(await open(azurite, container, { format: 'json' })))).toMatchObject({
      code,
      message,
      retry: false,
    })
  })
})

describeOnEachDatabase('a run over blobs', (openDatabase) => {
  it('delivers every record once, also when the engine stops in the middle', async () => {
    const { database } = await openDatabase()
    const container = await azurite.container('open')
    await put(container, 'a.ndjson', lines(2_500))
    await put(container, 'b.ndjson', lines(1_500, 2_501))
    const scene = await play(database, {
      change: (it) => ({
        ...it,
        source: {
          ...configOf(azurite, container, { auth: { type: 'none' } }),
          listConfig: { ...it.source.listConfig, type: 'simple' } as never,
        },
      }),
      config: { paging: null, strategy: 'bulk' },
      limits: { windowRecords: 500 },
    })
    await eventually(scene.now, ({ recordsDelivered }) => recordsDelivered >= 300)
    await scene.engine.stop()
    const other = startEngine(database, {})
    onTestFinished(() => other.stop())
    await expectExactlyOnce(database, scene.place, await scene.over(60_000), scene.destination, 4_000)
  })
})
