/** Files of what is found: every payload in them, and what they do not hold is said. */
import { beforeAll, expect, it } from 'vitest'

import type { Investigation } from '#contract/studio/investigation.ts'
import { createInvestigationService } from '#server/features/studio/investigator/investigation.service.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { liveConnector } from '../connectors/details-scene.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import { addScene, type SceneRecord } from './investigation-scene.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const order = (n: number, made: object): SceneRecord => ({
  ...{ key: `ORD-${n}`, read: { id: `ORD-${n}` }, made: { orderId: `ORD-${n}`, ...made }, status: 'success' },
})

describeOnEachKind('files of what is found', (kind) => {
  const server = createTestServer({}, kind)
  let id = ''
  beforeAll(async () => {
    id = await liveConnector(server)
    for (const day of [1, 2, 3]) {
      await addScene(server, { connectorId: id, at: daysAgo(day), records: [order(day, {}), order(10 + day, {})] })
    }
  })

  it.each(['newest', 'oldest'] as const)('writes every payload, however large they are together, the %s first', async (first) => {
    const other = await liveConnector(server)
    const text = 'x'.repeat(1_000_000)
    const records = Array.from({ length: 12 }, (_, n) => order(n, { text }))
    await addScene(server, { connectorId: other, at: daysAgo(1), records })
    const keys = records.map(({ key }) => key)
    const wanted = first === 'newest' ? keys.toReversed() : keys
    const query = first === 'newest' ? 'search=ORD' : 'order=oldest'
    const at = (format: string) => `/api-connectors/${other}/investigation/export?format=${format}&${query}`
    const lines = (await server.ask('GET', at('ndjson'), { as: 'userA' })).body.trimEnd().split('\n')
    const read = lines.map((line) => JSON.parse(line) as { recordKey: string; payload: { text: string } | null })
    expect(read.map(({ recordKey }) => recordKey)).toEqual(wanted)
    expect(read.every(({ payload }) => payload?.text === text)).toBe(true)
    expect(lines.some((line) => line.includes('payloadLeftOut'))).toBe(false)
    const rows = (await server.ask('GET', at('csv'), { as: 'userA' })).body.trimEnd().split('\r\n').slice(1)
    expect(rows.map((row) => row.includes(text))).toEqual(keys.map(() => true))
  })

  it('says in its last line why a file does not hold everything', async () => {
    const { companies, ids, masterKey, database } = server
    const caller = {
      userId: ids.adminA,
      companyId: companies.A,
      role: 'ADMIN',
      sessionId: ids.adminA,
      maintenance: null,
      isSuspended: false,
      addressRule: null,
      ...{ stage: 'full' as const, mfaDueAt: null, isUseDue: false },
      kind: 'session',
    } as const
    const linesWith = async (limits: { records: number; pages: number }, query: { search?: string; format?: 'csv' }) => {
      const desk = createInvestigationService({ db: database.db, vault: createVault(masterKey) }, limits)
      return (await (await desk.export(caller, id, query)).toArray()).join('').trimEnd().split(/\r?\n/)
    }
    const pages = await linesWith({ records: 100, pages: 2 }, { search: 'ORD' })
    expect(pages).toHaveLength(5)
    expect(JSON.parse(pages.at(-1) ?? '')).toEqual({
      fileCut: 'pages',
      message: expect.stringMatching(/^This file is incomplete\. The search stopped after 2 pages/),
    })
    const records = await linesWith({ records: 5, pages: 9 }, { format: 'csv' })
    expect(records).toHaveLength(7)
    expect(records.at(-1)).toMatch(/^"fileCut","records","This file contains only the first 5 records/)
    for (const query of [{}, { search: 'ORD' }])
      expect((await linesWith({ records: 6, pages: 3 }, query)).at(-1)).not.toContain('fileCut')
  })

  it('holds the transactions that are chosen alone, whatever is searched for, and none of another connector', async () => {
    const rows = (
      await server.ask('GET', `/api-connectors/${id}/investigation?pageSize=100`, { as: 'userA' })
    ).json<Investigation>()
    const ids = rows.transactions.map(({ transactionId }) => transactionId)
    expect(ids).toHaveLength(6)
    const wanted = [ids[4], ids[0], ids[2]]
    const path = (connectorId: string, of: readonly unknown[]) =>
      `/api-connectors/${connectorId}/investigation/export?${new URLSearchParams({ search: 'nothing', transactionIds: of.join(',') })}`
    const lines = (await server.ask('GET', path(id, [...wanted, ids[0]]), { as: 'userA' })).body.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).transactionId)).toEqual(wanted)
    expect(lines.every((line) => JSON.parse(line).payload.orderId !== undefined)).toBe(true)
    const other = await liveConnector(server)
    expect((await server.ask('GET', path(other, wanted), { as: 'userA' })).json()).toMatchObject({
      ...{ status: 404, code: 'transaction/not-found' },
      message: `This connector has no transaction ${wanted[0]}.`,
    })
    for (const bad of [['x'], [''], ['-'.repeat(36)], Array.from({ length: 101 }, () => ids[0])]) {
      expect((await server.ask('GET', path(id, bad), { as: 'userA' })).statusCode).toBe(400)
    }
  })

  it('holds chosen records as they were read, too, when that is asked for', async () => {
    const other = await liveConnector(server)
    const text = 'y'.repeat(3_000_000)
    const records = [1, 2, 3, 4].map((n) => ({ ...order(n, { short: true }), read: { id: `ORD-${n}`, text, n } }))
    await addScene(server, { connectorId: other, at: daysAgo(2), records })
    await addScene(server, { connectorId: other, at: daysAgo(1), records: [order(9, {})], isOld: true })
    const found = (await server.ask('GET', `/api-connectors/${other}/investigation`, { as: 'userA' })).json<Investigation>()
    const transactionIds = found.transactions.map(({ transactionId }) => transactionId).join(',')
    const ask = (query: Readonly<Record<string, string>>) =>
      server.ask('GET', `/api-connectors/${other}/investigation/export?${new URLSearchParams(query)}`, { as: 'userA' })
    const lines = (await ask({ transactionIds, with: 'read' })).body.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { recordKey: 'ORD-9', payload: { orderId: 'ORD-9' }, asRead: null },
      ...[4, 3, 2, 1].map((n) => ({ recordKey: `ORD-${n}`, payload: { short: true }, asRead: { id: `ORD-${n}`, text, n } })),
    ])
    expect((await ask({ transactionIds })).body).not.toContain('asRead')
    for (const query of [{ with: 'read' }, { with: 'read', transactionIds, format: 'csv' }]) {
      expect((await ask(query)).json()).toMatchObject({ status: 400, errors: [{ path: '/query/with' }] })
    }
  })

  it('refuses more words than it looks for', async () => {
    const ask = (text: string, path = '') =>
      server.ask('GET', `/api-connectors/${id}/investigation${path}?${new URLSearchParams({ search: text })}`, { as: 'userA' })
    const words = Array.from({ length: 16 }, (_, n) => `w${n}`)
    expect((await ask(words.join(' '))).statusCode).toBe(200)
    for (const path of ['', '/export']) {
      const refused = await ask(`${words.slice(2).join(' ')} "one two" x.y`, path)
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { code: 'request/malformed', errors: [{ path: '/search' }] },
      ])
      expect(refused.json()).toMatchObject({ message: 'Search for at most 16 words.' })
    }
  })
})
