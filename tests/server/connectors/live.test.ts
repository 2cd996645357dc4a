/** Live reading: who hears what, when it is told, and how it ends. */
import { describe, expect, it } from 'vitest'

import { bellLive } from '#contract/account/bell.graphql.ts'
import { connectorLive } from '#contract/connectors/details/live.graphql.ts'
import { moveAlarms } from '#server/features/alerts/alarms.repository.ts'
import { moveConnector } from '#server/features/connectors/details/connectors.repository.ts'
import { queueMessage } from '#server/platform/mail/messages.repository.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector, type TestServer, type Who } from '../kit/test-server.ts'
import { type Reader, readLive } from './live-readers.ts'

const everything = 'subscription all { connectorChanged { at id missed connector { id status statusReason } } }'
const runs =
  'subscription runs($id: Id!) { runChanged(connectorId: $id) { at id missed connector { id newestRun { id status } } } }'
const lines = 'subscription lines($id: Id!) { transactionsAdded(connectorId: $id) { at id missed } }'

const watch = (server: TestServer, as: Who, ids: readonly string[]) => readLive(server, as, connectorLive.text, { ids })
const standing = (reason: string) => ({ status: 'Active', reason, next: '' }) as const
/** Puts a reason on a draft, as one commit of the engine would. */
const moves = (server: TestServer, id: string, reason: string, company: 'A' | 'B' = 'A') =>
  moveConnector(server.database.db, { companyId: server.companies[company], ownerId: null }, id, {
    from: ['Draft', 'Active'],
    to: standing(reason),
  })
/** The connectors of which a reader is told, until one of them has this reason. */
async function heardUntil(reader: Reader, reason: string): Promise<string[]> {
  const told = await reader.next()
  const id = String(told.id)
  return told.connector?.statusReason === reason ? [id] : [id, ...(await heardUntil(reader, reason))]
}

/** The reasons that a reader receives until this one, which is the last of them. */
async function reasonsUntil(reader: Reader, last: string): Promise<(string | undefined)[]> {
  const reason = (await reader.next()).connector?.statusReason
  return reason === last ? [reason] : [reason, ...(await reasonsUntil(reader, last))]
}

describeOnEachKind('a stream', (kind) => {
  const server = createTestServer({ graphFree: true }, kind)

  it('tells first how a connector stands, then what changed, and a run when it is begun', async () => {
    const { connector } = await makeConnector(server)
    const id = connector._id
    const [reader, ofRuns] = [await watch(server, 'userA', [id]), await readLive(server, 'userA', runs, { id })]
    expect(await reader.next()).toMatchObject({ id, missed: false, connector: { status: 'Draft', newestRun: null } })
    expect(await ofRuns.next()).toMatchObject({ connector: { newestRun: null } })
    await moves(server, id, 'It runs.')
    expect(await reader.next()).toMatchObject({ id, connector: { status: 'Active', statusReason: 'It runs.' } })
    const { db } = server.database
    const whose = { companyId: server.companies.A, connectorId: id }
    await addVersion(db, { ...whose, config: goodConfig, authorId: server.ids.userA })
    const run = await openRun(db, { ...whose, version: 1, trigger: 'manual' })
    // Nothing of the status before it: that was no change of a run.
    expect(await ofRuns.next()).toMatchObject({ connector: { newestRun: { id: run.runId, status: 'queued' } } })
    expect(await reader.next()).toMatchObject({ connector: { newestRun: { id: run.runId } } })
    reader.close()
    ofRuns.close()
  })

  it('tells nothing before the commit, and nothing that was rolled back', async () => {
    const { connector } = await makeConnector(server)
    const reader = await watch(server, 'userA', [connector._id])
    await reader.next()
    const undone = server.database.db.transaction().execute(async (tx) => {
      await moveConnector(tx, { companyId: server.companies.A, ownerId: null }, connector._id, {
        from: ['Draft'],
        to: standing('Never true.'),
      })
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    await moves(server, connector._id, 'After it.')
    // On a busy machine the news of the connector's creation may come after the first reading, and says the same.
    expect(await reasonsUntil(reader, 'After it.')).not.toContain('Never true.')
    reader.close()
  })

  it('says so when a connector is gone', async () => {
    const { connector } = await makeConnector(server)
    const reader = await watch(server, 'userA', [connector._id])
    // On a busy machine the news of its creation may come after the first reading, and tells the same.
    await reader.next()
    await server.ask('DELETE', `/api-connectors/${connector._id}`, { as: 'userA' })
    expect(await reader.next((it) => !it.connector)).toMatchObject({ id: connector._id, connector: null, missed: false })
    reader.close()
  })

  it('tells of one connector at most ten times a second, and the newest at the end', async () => {
    const { connector } = await makeConnector(server)
    const reader = await watch(server, 'userA', [connector._id])
    await reader.next()
    const begun = performance.now()
    for (let at = 1; at <= 200; at += 1) await moves(server, connector._id, `Change ${at}.`)
    await reader.next((it) => it.connector?.statusReason === 'Change 200.')
    const tenths = (performance.now() - begun) / 100
    expect(reader.count() - 1).toBeLessThanOrEqual(Math.ceil(tenths) + 1)
    reader.close()
  })
})

describe('who hears what', () => {
  const server = createTestServer({ graphFree: true })

  it.each(['otherA', 'adminB'] as const)('gives %s no stream of a connector that they do not see', async (as) => {
    const { connector } = await makeConnector(server)
    for (const [text, variables] of [
      [connectorLive.text, { ids: [connector._id] }],
      [runs, { id: connector._id }],
      [lines, { id: connector._id }],
    ] as const) {
      const reader = await readLive(server, as, text, variables)
      expect(await reader.ended).toMatchObject({ code: 'connector/not-found', status: 404 })
      expect(reader.count()).toBe(0)
    }
  })

  it('tells whoever watches everything only what they see', async () => {
    const [ofUser, ofOther] = [await makeConnector(server, 'userA'), await makeConnector(server, 'otherA')]
    const ofB = await makeConnector(server, 'adminB')
    const [user, admin, b] = [
      await readLive(server, 'userA', everything, {}),
      await readLive(server, 'adminA', everything, {}),
      await readLive(server, 'adminB', everything, {}),
    ]
    for (const reader of [user, admin, b]) expect(await reader.next()).toMatchObject({ id: null, missed: true })
    await moves(server, ofOther.connector._id, 'Theirs.')
    await moves(server, ofUser.connector._id, 'Mine.')
    await moves(server, ofB.connector._id, 'Of B.', 'B')
    // A creation may be told late, to whoever sees it: each list ends at a word that nothing else says.
    expect(await heardUntil(user, 'Mine.')).not.toContain(ofOther.connector._id)
    expect(await heardUntil(b, 'Of B.')).not.toContain(ofUser.connector._id)
    // Two connectors are read apart, so either may be heard first.
    const theirs = await admin.next(({ connector }) => connector?.statusReason === 'Theirs.')
    expect(theirs.id).toBe(ofOther.connector._id)
    await moves(server, ofUser.connector._id, 'Last.')
    // What B was told before this reached nobody of A.
    for (const reader of [user, admin]) expect(await heardUntil(reader, 'Last.')).not.toContain(ofB.connector._id)
    for (const reader of [user, admin, b]) reader.close()
  })

  it('rings the bell of a person for what is theirs and for alarms of the company, and nobody else', async () => {
    const { db } = server.database
    const [user, other, b] = [
      await readLive(server, 'userA', bellLive.text, {}),
      await readLive(server, 'otherA', bellLive.text, {}),
      await readLive(server, 'adminB', bellLive.text, {}),
    ]
    for (const reader of [user, other, b]) expect(await reader.next()).toEqual({ missed: true })
    const to = { companyId: server.companies.A, userId: server.ids.userA, channel: 'email', to: 'a@b.test' } as const
    await queueMessage(db, { ...to, subject: 'Rings', text: '' })
    expect(await user.next()).toEqual({ missed: true })
    await server.ask('POST', `/api/notifications/preferences/${to.userId}/history/read`, { as: 'userA', body: {} })
    expect(await user.next()).toEqual({ missed: true })
    expect([other.count(), b.count()]).toEqual([1, 1])
    const { connector } = await makeConnector(server)
    const step = { companyId: to.companyId, connectorId: connector._id, kind: 'failing', reason: '', next: '' } as const
    await db.transaction().execute((tx) => moveAlarms(tx, 'judge.found', [step], { at: new Date(), actorId: null }))
    for (const reader of [user, other]) expect(await reader.next()).toEqual({ missed: true })
    expect(b.count()).toBe(1)
    for (const reader of [user, other, b]) reader.close()
  })

  it('opens twenty streams for one person, and the next one when one was closed', async () => {
    const { connector } = await makeConnector(server, 'otherA')
    const readers = await Promise.all(Array.from({ length: 20 }, () => watch(server, 'otherA', [connector._id])))
    for (const reader of readers) await reader.next()
    expect(await (await watch(server, 'otherA', [connector._id])).ended).toMatchObject({ code: 'live/too-many', status: 429 })
    readers[0]?.close()
    const again = async (): Promise<boolean> => {
      const reader = await watch(server, 'otherA', [connector._id])
      const isOpen = await reader.next().then(
        () => true,
        () => false,
      )
      reader.close()
      return isOpen
    }
    await expect.poll(again).toBe(true)
    for (const reader of readers) reader.close()
  })
})
