/** What people do about the causes of lost records, asked through the real server. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { readProblems } from '#contract/connectors/details/details.graphql.ts'
import type { Cause, Causes } from '#contract/connectors/problems/cause.ts'
import type { NotificationPreference } from '#contract/kit/notification.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { createTestServer, describeOnEachKind, emailOf, type Who } from '../kit/test-server.ts'
import { addRun, ask, liveConnector, minutesAgo, refusedBy } from './details-scene.ts'

describeOnEachKind('what is done about a cause', (kind) => {
  const server = createTestServer({}, kind)

  const lose = (id: string, minutes: number) =>
    addRun(server, id, minutesAgo(minutes), [{ key: '1', status: 'failure', error: refusedBy('No.') }])

  /** A connector that has lost a record 30 minutes ago, and the cause as its list of problems shows it. */
  async function lost() {
    const id = await liveConnector(server)
    await lose(id, 30)
    return { id, ...(await seen(id)) }
  }
  async function seen(id: string) {
    const { data } = await ask(server, readProblems, { id, from: null, to: null }, 'userA')
    const [group] = data?.connector?.problems.groups ?? []
    return { causeId: group?.id ?? '', seenAt: group?.lastAt ?? '' }
  }
  type Seen = Awaited<ReturnType<typeof lost>>

  async function call(
    { id, causeId, seenAt }: Seen,
    move: 'assign' | 'resolve' | 'reopen' | 'mute',
    more: object = {},
    as: Who = 'userA',
    key: string = uuid(),
  ) {
    const body = { seenAt, ...more }
    const headers = { 'idempotency-key': key }
    const reply = await server.ask('POST', `/api-connectors/${id}/causes/${causeId}/${move}`, { as, body, headers })
    return { ...reply.json<Causes & Problem>(), status: reply.statusCode }
  }
  const listed = async (id: string, as: Who = 'userA') =>
    (await server.ask('GET', `/api-connectors/${id}/causes`, { as })).json<Causes>()
  const cause = async (id: string): Promise<Cause | undefined> => (await listed(id)).causes[0]

  it('is shown with who did it and when: assigned, resolved and opened again', async () => {
    const it = await lost()
    expect(await listed(it.id)).toEqual({ causes: [], people: expect.any(Array) })
    const { people } = await listed(it.id)
    const ids = people.map(({ userId }) => userId)
    expect(ids).toEqual(expect.arrayContaining([server.ids.userA, server.ids.adminA]))
    expect(ids).not.toContain(server.ids.adminB)

    const assigned = await call(it, 'assign', { userId: server.ids.userA }, 'adminA')
    expect(assigned).toMatchObject({ status: 200, causes: [{ id: it.causeId, state: 'assigned', by: 'adminA Example' }] })
    expect(assigned.causes[0]?.assignee).toEqual({ userId: server.ids.userA, name: 'userA Example' })
    expect((await call(it, 'resolve')).causes[0]).toMatchObject({ state: 'resolved', by: 'userA Example', isLostAgain: false })
    expect((await call(it, 'reopen', {}, 'adminA')).causes[0]).toMatchObject({ state: 'reopened', by: 'adminA Example' })
    expect(Date.parse((await cause(it.id))?.at ?? '')).toBeGreaterThan(Date.parse(it.seenAt))
  })

  it('is open again when a record is lost for it that nobody had seen', async () => {
    const it = await lost()
    await call(it, 'resolve')
    await addRun(server, it.id, minutesAgo(20), [{ key: '2', status: 'failure', error: refusedBy('Something else.') }])
    await addRun(server, it.id, minutesAgo(20), [{ key: '3', status: 'success' }])
    expect(await cause(it.id)).toMatchObject({ state: 'resolved', isLostAgain: false })
    await lose(it.id, 10)
    expect(await cause(it.id)).toMatchObject({ state: 'reopened', isLostAgain: true, by: 'userA Example' })

    const asSeenBefore = await call(it, 'resolve')
    expect(asSeenBefore.causes[0]).toMatchObject({ state: 'reopened', isLostAgain: true })
    const now = { id: it.id, causeId: it.causeId, seenAt: (await seen(it.id)).seenAt }
    expect((await call({ ...it, ...now }, 'assign', { userId: server.ids.userA })).causes[0]).toMatchObject({ state: 'assigned' })
    expect((await call({ ...it, ...now }, 'resolve')).causes[0]).toMatchObject({ state: 'resolved', isLostAgain: false })
  })

  it('stays muted when it returns, counts as muted in the list of problems, and is opened again by hand only', async () => {
    const it = await lost()
    const stateIn = async () =>
      (await ask(server, readProblems, { id: it.id, from: null, to: null }, 'userA')).data?.connector?.problems.groups[0]?.state
    expect(await stateIn()).toBe('open')
    expect((await call(it, 'mute')).causes[0]).toMatchObject({ state: 'muted', by: 'userA Example' })
    await lose(it.id, 10)
    expect(await cause(it.id)).toMatchObject({ state: 'muted', isLostAgain: false })
    expect(await stateIn()).toBe('muted')
    expect(await call(it, 'assign', { userId: server.ids.userA })).toMatchObject({ status: 409, code: 'cause/not-allowed-now' })
    await call(it, 'reopen')
    expect(await stateIn()).toBe('reopened')
  })

  it('has evidence: what its records have in common, beside delivered ones of the same run', async () => {
    const id = await liveConnector(server)
    // A record that failed before is the same record.
    await addRun(server, id, minutesAgo(25), [{ key: 'a b', status: 'failure', error: refusedBy('No spaces in key.') }])
    await addRun(server, id, minutesAgo(20), [
      { key: 'a b', status: 'failure', error: refusedBy('No spaces in key.') },
      { key: 'c d', status: 'failure', error: refusedBy('No spaces in key.') },
      { key: 'ef', status: 'success' },
    ])
    const { causeId } = await seen(id)
    const evidenceOf = (query: string, as: Who = 'userA') =>
      server.ask('GET', `/api-connectors/${id}/causes/${causeId}/evidence${query}`, { as })
    const differences = [{ path: 'key', trait: 'space', value: '', from: null, lost: 2, delivered: 0, fixed: 0 }]
    expect((await evidenceOf('')).json()).toEqual({ firstVersion: 1, lost: 2, delivered: 1, differences, affected: null })
    expect((await evidenceOf(`?to=${minutesAgo(30).toISOString()}`)).statusCode).toBe(404)
    expect((await evidenceOf('', 'adminB')).statusCode).toBe(404)
  })

  it('is mailed once to the person it is assigned to, unless they chose it themselves or want no such mail', async () => {
    const it = await lost()
    const mails = async () => {
      const ofAssigning = server.database.db.selectFrom('messages').select(['recipient', 'body', 'category'])
      return ofAssigning.where('subject', 'like', 'A problem in %').where('body', 'like', `%${it.id}%`).execute()
    }
    await call(it, 'assign', { userId: server.ids.userA })
    expect(await mails()).toEqual([])
    await call(it, 'assign', { userId: server.ids.adminA }, 'userA')
    await call(it, 'assign', { userId: server.ids.adminA }, 'superA')
    expect(await mails()).toEqual([
      { recipient: emailOf('adminA'), body: expect.stringContaining(`problem=${it.causeId}`), category: 'updates' },
    ])

    const preferences = `/api/notifications/preferences/${server.ids.adminA}`
    const chosen = (await server.ask('GET', preferences, { as: 'adminA' })).json<NotificationPreference[]>()
    const off = chosen.map(({ type, categories }) => ({ type, enabled: false, categories }))
    expect((await server.ask('PUT', preferences, { as: 'adminA', body: off })).statusCode).toBe(200)
    await call(it, 'assign', { userId: server.ids.userA })
    await call(it, 'assign', { userId: server.ids.adminA }, 'userA')
    expect(await mails()).toHaveLength(1)
  })

  it('is neither offered nor mailed to a member who does not see the connector', async () => {
    const it = await lost()
    expect((await listed(it.id)).people.map(({ userId }) => userId)).not.toContain(server.ids.otherA)
    const refused = await call(it, 'assign', { userId: server.ids.otherA }, 'adminA')
    expect(refused).toMatchObject({ status: 422, code: 'cause/not-of-company' })
    const mails = server.database.db.selectFrom('messages').select('id').where('body', 'like', `%${it.id}%`)
    expect(await mails.execute()).toEqual([])
  })

  it('is the same when it is asked for again', async () => {
    const it = await lost()
    const key = uuid()
    const once = await call(it, 'assign', { userId: server.ids.userA }, 'userA', key)
    expect(await call(it, 'assign', { userId: server.ids.userA }, 'userA', key)).toEqual(once)
    expect((await call(it, 'assign', { userId: server.ids.userA }, 'adminA')).causes).toEqual(once.causes)
    expect((await call(it, 'resolve')).causes).toHaveLength(1)
    expect((await call(it, 'resolve')).causes[0]?.state).toBe('resolved')
  })

  it('is what the chart allows, for a cause that there is and a person of the company', async () => {
    const it = await lost()
    expect(await call(it, 'reopen')).toMatchObject({
      ...{ status: 409, code: 'cause/not-allowed-now', allowed: ['assign', 'resolve', 'mute'] },
    })
    for (const userId of [server.ids.adminB, uuid()])
      expect(await call(it, 'assign', { userId })).toMatchObject({ status: 422, code: 'cause/not-of-company' })
    for (const wrong of [{ causeId: 'c'.repeat(32) }, { seenAt: minutesAgo(31).toISOString() }])
      expect(await call({ ...it, ...wrong }, 'resolve')).toMatchObject({ status: 404, code: 'cause/not-found' })
    for (const wrong of [{ causeId: 'nothing' }, { seenAt: 'today' }])
      expect((await call({ ...it, ...wrong }, 'resolve')).status).toBe(400)
    const { rows } = await sql`select 1 from causes where connector_id = ${it.id}`.execute(server.database.db)
    expect(rows).toEqual([])
  })

  it('is of nobody who does not see the connector', async () => {
    const it = await lost()
    await call(it, 'resolve')
    for (const who of ['otherA', 'adminB'] as const) {
      expect(await call(it, 'reopen', {}, who)).toMatchObject({ status: 404, code: 'connector/not-found' })
      expect(await listed(it.id, who)).toMatchObject({ code: 'connector/not-found' })
    }
    const another = await lost()
    expect((await listed(another.id)).causes).toEqual([])
    expect(await call({ ...it, id: another.id }, 'reopen')).toMatchObject({ status: 404, code: 'cause/not-found' })
  })
})
