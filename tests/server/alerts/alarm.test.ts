/** What people do about alarms, and who may. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { type Alarm, type AlarmKind, type AlarmSettings, usualAlarmSettings } from '#contract/alerts/alarm.ts'
import { createTestServer, describeOnEachKind, type Who } from '../kit/test-server.ts'
import { alarm, alarmsOf, clear, explain, hour, judge, later, letters, schedule, set, subjects, working } from './alarm-scene.ts'

describeOnEachKind('alarms of a connector', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(() => clear(server))

  const post = (id: string, path: string, body?: object, as: Who = 'userA') =>
    server.ask('POST', `/api-connectors/${id}/alarms/${path}`, { as, ...(body === undefined ? {} : { body }) })
  const list = async (as: Who, query = '') =>
    (await server.ask('GET', `/api/alarms${query}`, { as })).json<{ data: Alarm[]; total: number }>()
  const due = new Date('2026-11-20T09:00:00.000Z')
  const late = async (as: Who = 'userA', name = 'Orders') => {
    const id = await working(server, { as, name })
    await schedule(server, id, due)
    await judge(server, later(due, hour))
    return id
  }

  it('are four that are watched, with the usual settings and the people of the company', async () => {
    const id = await working(server)
    const { alarms, settings, people } = await alarmsOf(server, id)
    expect(alarms.map((it) => [it.kind, it.state, it.since])).toEqual([
      ['late', 'watching', null],
      ['quiet', 'watching', null],
      ['strange', 'watching', null],
      ['failing', 'watching', null],
    ])
    expect(settings).toEqual(usualAlarmSettings)
    expect(people.map(({ name }) => name)).toEqual(['adminA Example', 'otherA Example', 'superA Example', 'userA Example'])
  })

  it('are listed for the owner and the administrators of the company, and for nobody else', async () => {
    const [own, other] = [await late('userA', 'Own'), await late('otherA', 'Other')]
    const namesFor = async (as: Who) => (await list(as)).data.map(({ connectorId }) => connectorId).toSorted()
    expect(await namesFor('userA')).toEqual([own])
    expect(await namesFor('otherA')).toEqual([other])
    expect(await namesFor('adminA')).toEqual([own, other].toSorted())
    expect(await namesFor('adminB')).toEqual([])
    expect(await list('adminA', '?state=raised&limit=1')).toMatchObject({ total: 2, data: [{ state: 'raised' }] })
    expect((await server.ask('GET', '/api/bell', { as: 'adminA' })).json()).toMatchObject({
      raised: 2,
      alerts: [{ connectorName: expect.any(String), kind: expect.any(String) }, {}],
    })
    expect(await list('adminA', '?state=muted')).toMatchObject({ total: 0, data: [] })
  })

  it('are told to the owner and the chosen people, as far as they may still sign in', async () => {
    const id = await working(server)
    const delivery = { ...usualAlarmSettings.delivery, people: [server.ids.adminA, server.ids.otherA] }
    expect((await set(server, id, { delivery })).json<{ settings: AlarmSettings }>().settings.delivery).toEqual(delivery)
    await sql`update users set active = false where id = ${server.ids.otherA}`.execute(server.database.db)
    await schedule(server, id, due)
    await judge(server, later(due, hour))
    const told = await Promise.all((['userA', 'adminA', 'otherA', 'superA'] as const).map((who) => subjects(server, who)))
    expect(told.map(({ length }) => length)).toEqual([1, 1, 0, 0])
    await sql`update users set active = true where id = ${server.ids.otherA}`.execute(server.database.db)
  })

  it('take no people of another company, no zone that there is not, and no figure beyond its limits', async () => {
    const id = await working(server)
    const { delivery } = usualAlarmSettings
    for (const wrong of [
      { delivery: { ...delivery, people: [server.ids.adminB] } },
      { delivery: { ...delivery, quietHours: { from: 22, to: 6, zone: 'Europe/Nowhere' } } },
      { delivery: { ...delivery, quietHours: { from: 24, to: 6, zone: 'UTC' } } },
      { late: { isOn: true, graceMinutes: 0 } },
      { late: { isOn: true, graceMinutes: 1_441 } },
      { failing: { ...usualAlarmSettings.failing, errorRate: 0.5 } },
      { quiet: { isOn: true, hours: 1, more: 1 } },
      { other: {} },
    ]) {
      const reply = await set(server, id, wrong)
      expect(reply.statusCode, JSON.stringify(wrong)).toBe(400)
      expect(reply.json<{ errors: unknown[] }>().errors.length).toBeGreaterThan(0)
    }
    expect((await alarmsOf(server, id)).settings).toEqual(usualAlarmSettings)
  })

  it('are not overwritten by somebody who saw others in the same part', async () => {
    const id = await working(server)
    const { late, quiet } = usualAlarmSettings
    const first = { late: { ...late, graceMinutes: 30 }, seen: { late } }
    expect((await set(server, id, first)).statusCode).toBe(200)
    const second = await set(server, id, { late: { ...late, graceMinutes: 7 }, seen: { late } }, 'adminA')
    expect([second.statusCode, second.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'alarm/stale', title: 'Changed elsewhere' }),
    ])
    expect((await alarmsOf(server, id)).settings.late.graceMinutes).toBe(30)
    // Another part is nobody's conflict, and the same call made twice is none.
    expect((await set(server, id, { quiet: { ...quiet, hours: 4 }, seen: { quiet } }, 'adminA')).statusCode).toBe(200)
    expect((await set(server, id, first)).statusCode).toBe(200)
    expect((await alarmsOf(server, id)).settings).toMatchObject({ late: { graceMinutes: 30 }, quiet: { hours: 4 } })
  })

  it('keep what a change leaves out', async () => {
    const id = await working(server)
    await Promise.all([
      set(server, id, { late: { isOn: true, graceMinutes: 30 } }),
      set(server, id, { quiet: { isOn: false, hours: 5 } }, 'adminA'),
    ])
    const { alarms, settings } = await alarmsOf(server, id)
    expect(settings).toEqual({ ...usualAlarmSettings, late: { isOn: true, graceMinutes: 30 }, quiet: { isOn: false, hours: 5 } })
    expect(alarms.map(({ state }) => state)).toEqual(['watching', 'off', 'watching', 'watching'])
    await set(server, id, { quiet: { isOn: true, hours: 5 } })
    expect((await alarm(server, id, 'quiet')).state).toBe('watching')
    const { events } = await explain(server, id, 'quiet')
    expect(events.map(({ state, by }) => [state, by])).toEqual([
      ['watching', 'userA Example'],
      ['off', 'adminA Example'],
    ])
  })

  it.each([
    ['Active', 'late', 'Off because the connector has no schedule.', 'Turns on when a version with a schedule is live'],
    ['Active', 'quiet', 'No alerts so far.', 'Checked every hour'],
    ['Active', 'strange', 'No alerts so far.', 'Checked every hour'],
    ['Active', 'failing', 'No alerts so far.', 'Checked every minute'],
    ['Draft', 'failing', "Off because the connector isn't running.", 'Turns on when the connector is active'],
    ['Failed', 'quiet', "Off because the connector isn't running.", 'Turns on when the connector is active'],
    ['Pause', 'late', 'Off while the connector is paused.', 'Turns on when the connector is active'],
    ['Deploying', 'strange', 'Off while the connector is being deployed.', 'Turns on when the connector is active'],
  ] as const)('of a connector at %s that nothing has touched say what is judged: %s', async (status, kind, reason, when) => {
    const id = await working(server, { status })
    expect(await alarm(server, id, kind)).toMatchObject({
      ...{ state: 'watching', reason, next: `${when}.` },
      isEvaluated: status === 'Active' && (kind as AlarmKind) !== 'late',
    })
  })

  it('say again what is judged when the connector is active again', async () => {
    const id = await late()
    const stand = (status: string) => sql`update connectors set status = ${status} where id = ${id}`.execute(server.database.db)
    await stand('Pause')
    await judge(server, later(due, 2 * hour))
    const next = 'Turns on when the connector is active.'
    expect(await alarm(server, id, 'late')).toMatchObject({ reason: 'Off while the connector is paused.', next })
    await stand('Active')
    const reason = 'The connector is active again. No alerts since then.'
    expect(await alarm(server, id, 'late')).toMatchObject({ state: 'watching', reason, next: 'Checked every minute.' })
  })

  it('send one message that says that it is a test, five times in an hour', async () => {
    const id = await working(server, { name: 'Orders\r\nhttps://evil.example' })
    expect((await post(id, 'test')).json()).toEqual({ recipients: 1 })
    const [letter] = await letters(server)
    expect(letter?.subject).toBe('Test alert: "Orders https evil example"')
    expect(letter?.body).toContain('This is a test. Alerts for this connector look like this.')
    for (let each = 0; each < 4; each += 1) expect((await post(id, 'test')).statusCode).toBe(200)
    expect((await post(id, 'test')).json()).toMatchObject({ status: 429, code: 'request/rate-limited' })
    await set(server, id, { delivery: { ...usualAlarmSettings.delivery, toOwner: false } })
    expect((await post(id, 'test')).json()).toMatchObject({ status: 422, code: 'alarm/nobody-to-tell' })
    expect(await letters(server)).toHaveLength(5)
  })

  it('send a test once when the call is repeated with its key', async () => {
    const id = await working(server)
    const again = () => server.ask('POST', `/api-connectors/${id}/alarms/test`, { as: 'userA', key: `test ${id}` })
    expect([(await again()).body, (await again()).body]).toEqual(['{"recipients":1}', '{"recipients":1}'])
    expect(await letters(server)).toHaveLength(1)
  })

  it('are acknowledged when they are raised, and keep saying why', async () => {
    const id = await late()
    const { reason } = await alarm(server, id, 'late')
    expect((await post(id, 'late/acknowledge')).json()).toMatchObject({ state: 'acknowledged', reason })
    expect((await post(id, 'late/acknowledge')).json()).toMatchObject({ code: 'alarm/not-allowed-now', allowed: ['mute'] })
    await judge(server, later(due, 2 * hour))
    expect((await alarm(server, id, 'late')).state).toBe('acknowledged')
    const { events } = await explain(server, id, 'late')
    expect(events.map(({ state, by }) => [state, by])).toEqual([
      ['acknowledged', 'userA Example'],
      ['raised', null],
    ])
  })

  it('are muted for a time or until an instant, not for ever, and one way only', async () => {
    const id = await working(server)
    const inDays = (days: number) => new Date(Date.now() + days * 24 * hour).toISOString()
    for (const wrong of [{}, { minutes: 60, until: inDays(1) }, { minutes: 4 }, { until: inDays(-1) }, { until: inDays(91) }]) {
      expect((await post(id, 'quiet/mute', wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
    }
    const until = inDays(7)
    expect((await post(id, 'quiet/mute', { until })).json()).toMatchObject({ state: 'muted', mutedUntil: until })
    const { mutedUntil } = (await post(id, 'quiet/mute', { minutes: 60 })).json<Alarm>()
    expect(Math.abs(Date.parse(mutedUntil ?? '') - Date.now() - hour)).toBeLessThan(60_000)
    expect((await post(id, 'quiet/unmute')).json()).toMatchObject({ state: 'watching', mutedUntil: null })
    expect((await post(id, 'quiet/unmute')).json()).toMatchObject({ code: 'alarm/not-allowed-now', allowed: ['mute'] })
  })

  it('are nobody else’s, whatever is asked of them', async () => {
    const id = await late()
    for (const as of ['otherA', 'adminB'] as const) {
      const replies = await Promise.all([
        server.ask('GET', `/api-connectors/${id}/alarms`, { as }),
        server.ask('GET', `/api-connectors/${id}/alarms/late/explain`, { as }),
        set(server, id, {}, as),
        ...['test', 'late/acknowledge', 'late/unmute'].map((path) => post(id, path, undefined, as)),
        post(id, 'late/mute', { minutes: 60 }, as),
      ])
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404, 404])
    }
    expect((await alarm(server, id, 'late')).state).toBe('raised')
  })
})
