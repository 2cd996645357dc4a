/** What raises an alarm, what clears it, and that each is told once. The time is given: nothing here waits. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { nextInstant } from '#server/engine/schedule/schedule-instants.ts'
import { moveAlarms } from '#server/features/alerts/alarms.repository.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import {
  alarm,
  clear,
  explain,
  hour,
  judge,
  later,
  letters,
  minute,
  publicUrl,
  run,
  schedule,
  set,
  subjects,
  working,
} from './alarm-scene.ts'

describeOnEachKind('a start that is late', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(() => clear(server))
  const due = new Date('2026-11-20T09:00:00.000Z')

  it('raises the alarm when its grace is over, and not a moment before', async () => {
    const id = await working(server)
    await schedule(server, id, due)
    await judge(server, later(due, 5 * minute - 1))
    expect(await alarm(server, id, 'late')).toMatchObject({ state: 'watching', since: null })
    await judge(server, later(due, 5 * minute))
    expect(await alarm(server, id, 'late')).toMatchObject({
      state: 'raised',
      since: '2026-11-20T09:05:00.000Z',
      reason:
        'A run was due 2026-11-20T09:00:00.000Z and should have started by 2026-11-20T09:05:00.000Z. At 2026-11-20T09:05:00.000Z, no run had started.',
    })
    const [letter] = await letters(server)
    expect(letter?.subject).toBe('Alert: "Orders" is overdue')
    expect(letter?.body).toContain('should have started by 20 Nov 2026, 09:05 UTC')
    expect(letter?.body).toContain(`${publicUrl}/details/${id}`)
  })

  it('is told once, however often it is judged, and again after it was over', async () => {
    const id = await working(server)
    await schedule(server, id, due)
    for (const minutes of [10, 11, 12]) await judge(server, later(due, minutes * minute))
    expect(await subjects(server)).toEqual(['Alert: "Orders" is overdue'])
    const { db } = server.database
    const made = later(due, 13 * minute)
    await sql`update schedules set next_at = ${later(due, 24 * hour)}, last_run_at = ${made} where connector_id = ${id}`.execute(
      db,
    )
    await judge(server, later(due, 14 * minute))
    expect(await alarm(server, id, 'late')).toMatchObject({
      state: 'cleared',
      reason: `A run started ${made.toISOString()}. The next run is due ${later(due, 24 * hour).toISOString()}.`,
    })
    await judge(server, later(due, 25 * hour))
    expect(await subjects(server)).toEqual([
      'Alert: "Orders" is overdue',
      'Resolved: "Orders" is no longer overdue',
      'Alert: "Orders" is overdue',
    ])
  })

  it('counts a run that waits for an engine as late, and one that is moved as made', async () => {
    const id = await working(server)
    await schedule(server, id, later(due, 24 * hour))
    await run(server, id, 'queued', due)
    await judge(server, later(due, 6 * minute))
    expect((await alarm(server, id, 'late')).reason).toContain('the run was still in the queue')
    await sql`update runs set status = 'running', started_at = ${later(due, 7 * minute)} where connector_id = ${id}`.execute(
      server.database.db,
    )
    await judge(server, later(due, 8 * minute))
    expect((await alarm(server, id, 'late')).state).toBe('cleared')
  })

  it.each([
    // The clock of Berlin goes forward on 29 March 2026 at 2, and back on 25 October 2026 at 3.
    [
      'the day before the clock goes forward',
      '0 9 * * *',
      '2026-03-27T12:00:00Z',
      '2026-03-28T08:00:00.000Z',
      '28 Mar 2026, 09:05',
    ],
    [
      'the day when the clock goes forward',
      '0 9 * * *',
      '2026-03-28T12:00:00Z',
      '2026-03-29T07:00:00.000Z',
      '29 Mar 2026, 09:05 CEST',
    ],
    [
      'the day when the clock goes back',
      '0 9 * * *',
      '2026-10-24T12:00:00Z',
      '2026-10-25T08:00:00.000Z',
      '25 Oct 2026, 09:05 CET',
    ],
    ['an hour that there is twice', '30 2 * * *', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z', '25 Oct 2026, 02:35 CEST'],
  ])('goes by the clock of the schedule on %s, and writes it by that of the reader', async (_, cron, after, dueAt, told) => {
    const zone = 'Europe/Berlin'
    const next = nextInstant({ type: 'schedule', cron, timeZone: zone }, new Date(after))
    expect(next?.toISOString()).toBe(dueAt)
    const id = await working(server)
    await schedule(server, id, new Date(dueAt), { cron, zone })
    await sql`update users set time_zone = 'Europe/Paris' where company_id = ${server.companies.A}`.execute(server.database.db)
    await judge(server, later(new Date(dueAt), 5 * minute - 1))
    expect(await subjects(server)).toEqual([])
    await judge(server, later(new Date(dueAt), 5 * minute))
    expect((await letters(server))[0]?.body).toContain(`should have started by ${told}`)
  })

  it.each(['Pause', 'Failed', 'Draft', 'Deploying'])('raises nothing of a connector at %s', async (status) => {
    const id = await working(server, { status })
    await schedule(server, id, due)
    await run(server, id, 'failed', due)
    await run(server, id, 'failed', due)
    await run(server, id, 'failed', due)
    await judge(server, later(due, hour))
    expect(await subjects(server)).toEqual([])
    expect((await alarm(server, id, 'late')).state).toBe('watching')
  })

  it('is silently put down when the connector is paused, and ends when it is deleted', async () => {
    const { db } = server.database
    const [paused, deleted] = [await working(server), await working(server)]
    for (const id of [paused, deleted]) await schedule(server, id, due)
    await judge(server, later(due, hour))
    await sql`update connectors set status = 'Pause' where id = ${paused}`.execute(db)
    await sql`update connectors set deleted_at = now() where id = ${deleted}`.execute(db)
    await judge(server, later(due, 2 * hour))
    expect(await alarm(server, paused, 'late')).toMatchObject({
      state: 'watching',
      reason: 'Off while the connector is paused.',
    })
    const rows = await db.selectFrom('alarms').select('state').where('connector_id', '=', deleted).execute()
    expect(rows).toEqual([{ state: 'gone' }])
    expect(await subjects(server)).toEqual(['Alert: "Orders" is overdue', 'Alert: "Orders" is overdue'])
  })

  it('says nothing of a connector that runs by hand, and is late with one that never ran', async () => {
    const [byHand, never] = [await working(server, { name: 'By hand' }), await working(server, { name: 'Never' })]
    await schedule(server, never, due)
    await judge(server, later(due, hour))
    expect((await alarm(server, byHand, 'late')).state).toBe('watching')
    expect(await subjects(server)).toEqual(['Alert: "Never" is overdue'])
  })

  it('is sent once by two judges at the same time', async () => {
    const ids = [await working(server), await working(server)]
    for (const id of ids) await schedule(server, id, due)
    await Promise.all([1, 2, 3, 4].map(() => judge(server, later(due, hour))))
    expect(await subjects(server)).toEqual(['Alert: "Orders" is overdue', 'Alert: "Orders" is overdue'])
    const { events } = await explain(server, ids[0] ?? '', 'late')
    expect(events.map(({ state }) => state)).toEqual(['raised'])
  })

  it('is moved once along an edge, by whoever comes first', async () => {
    const id = await working(server)
    const step = { companyId: server.companies.A, connectorId: id, kind: 'late', reason: 'x', next: 'y' } as const
    const raise = () => moveAlarms(server.database.db, 'judge.found', [step], { at: due, actorId: null })
    const first = await Promise.all([raise(), raise()])
    expect(first.map(({ length }) => length).toSorted()).toEqual([0, 1])
    expect(await raise()).toEqual([])
    expect((await explain(server, id, 'late')).events).toHaveLength(1)
  })

  it('is not raised where its message cannot be written: both or neither', async () => {
    const id = await working(server)
    await schedule(server, id, due)
    const { db } = server.database
    await sql`alter table messages add constraint full_disk check (subject not like 'Alert%')`.execute(db)
    await expect(judge(server, later(due, hour))).rejects.toThrow(/full_disk/)
    expect((await alarm(server, id, 'late')).state).toBe('watching')
    await sql`alter table messages drop constraint full_disk`.execute(db)
    await judge(server, later(due, hour))
    expect(await subjects(server)).toEqual(['Alert: "Orders" is overdue'])
  })

  it('tells many at once in one message', async () => {
    for (let each = 0; each < 60; each += 1) await schedule(server, await working(server, { name: `Shop ${each}` }), due)
    await judge(server, later(due, hour))
    const [letter, ...others] = await letters(server)
    expect(others).toEqual([])
    expect(letter?.subject).toBe('60 active alerts')
    expect(letter?.body.match(/"Shop \d+" \(overdue\)/g)).toHaveLength(50)
    expect(letter?.body).toContain('And 10 more.')
  })

  it('writes hostile names as one line without links', async () => {
    const name = 'Pay now\r\nBcc: all@example.test\r\n\r\nhttps://evil.example/x '
    const id = await working(server, { name: `${name}${'y'.repeat(300)}` })
    await schedule(server, id, due)
    await judge(server, later(due, hour))
    const [letter] = await letters(server)
    expect(letter?.subject).toMatch(/^Alert: "Pay now Bcc: all@example test https evil example x y{20,80}" is overdue$/)
    expect(letter?.body).not.toContain('evil')
  })

  it('is muted until the mute ends, and raised then if the cause is still there', async () => {
    const id = await working(server)
    await schedule(server, id, due)
    const { db } = server.database
    const muted = await server.ask('POST', `/api-connectors/${id}/alarms/late/mute`, { as: 'userA', body: { minutes: 60 } })
    expect(muted.json()).toMatchObject({ state: 'muted' })
    await sql`update alarms set muted_until = ${later(due, hour)} where connector_id = ${id}`.execute(db)
    await judge(server, later(due, hour - 1))
    expect(await subjects(server)).toEqual([])
    await judge(server, later(due, hour))
    expect((await alarm(server, id, 'late')).state).toBe('raised')
    expect(await subjects(server)).toEqual(['Alert: "Orders" is overdue'])
  })

  it('waits for the end of quiet hours, and is not sent at all when it is over by then', async () => {
    const [first, second] = [await working(server, { name: 'First' }), await working(server, { name: 'Second' })]
    const night = new Date('2026-11-20T01:00:00.000Z')
    const quietHours = { from: 22, to: 6, zone: 'Europe/Berlin' }
    for (const id of [first, second]) {
      await schedule(server, id, night)
      await set(server, id, { delivery: { toOwner: true, people: [], tellsClearing: true, quietHours } })
    }
    await judge(server, later(night, hour))
    expect((await alarm(server, first, 'late')).state).toBe('raised')
    expect(await subjects(server)).toEqual([])
    await sql`update schedules set next_at = ${later(night, 24 * hour)} where connector_id = ${second}`.execute(
      server.database.db,
    )
    // 5:59 and 6:00 in Berlin.
    await judge(server, new Date('2026-11-20T04:59:00Z'))
    expect(await subjects(server)).toEqual([])
    await judge(server, new Date('2026-11-20T05:00:00Z'))
    expect(await subjects(server)).toEqual(['Alert: "First" is overdue'])
  })
})
