/** Whether as much comes as usual. Hours of other days are those of the clock. */
import { beforeEach, expect, it } from 'vitest'
import { createTestServer, describeOnEachKind, type TestServer } from '../kit/test-server.ts'
import { alarm, clear, explain, friday, hour, judge, later, records, schedule, set, subjects, working } from './alarm-scene.ts'

const day = 24 * hour
/** The newest whole hour before `friday` is the one from 8 to 9. */
const newest = new Date('2026-11-20T08:00:00.000Z')

describeOnEachKind('the volume of a connector', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(() => clear(server))

  const weeks = async (id: string, count: number, at = newest) => {
    for (let each = 1; each <= count; each += 1) await records(server, id, later(at, -7 * each * day), { delivered: 10 * each })
  }

  it('is quiet when nothing came where something came in three of four weeks', async () => {
    const [three, two] = [await working(server, { name: 'Three' }), await working(server, { name: 'Two' })]
    await weeks(three, 3)
    await weeks(two, 2)
    // Since when there is anything to compare with.
    for (const id of [three, two]) await records(server, id, later(newest, -29 * day), { delivered: 1 })
    await judge(server, friday)
    expect(await alarm(server, three, 'quiet')).toMatchObject({
      state: 'raised',
      reason:
        'No records arrived between 2026-11-20T08:00:00.000Z and 2026-11-20T09:00:00.000Z. The same hours usually have 0 to 30 records.',
    })
    expect((await alarm(server, two, 'quiet')).state).toBe('watching')
    expect(await subjects(server)).toEqual(['Alert: "Three" has no data'])
    const { figures } = await explain(server, three, 'quiet')
    expect(figures.filter(({ name }) => name === 'usualRecords').map(({ value }) => value)).toEqual([10, 20, 30, 0])
  })

  it('goes by the seven days before where there are no four weeks yet', async () => {
    const id = await working(server)
    for (let each = 1; each <= 7; each += 1) await records(server, id, later(newest, -each * day), { delivered: 5 })
    await judge(server, friday)
    expect((await alarm(server, id, 'quiet')).state).toBe('raised')
  })

  it('is judged when the hour has had five minutes to arrive, and once', async () => {
    const id = await working(server)
    await weeks(id, 4)
    await judge(server, new Date('2026-11-20T09:04:59.000Z'))
    expect((await alarm(server, id, 'quiet')).state).toBe('watching')
    await judge(server, new Date('2026-11-20T09:05:00.000Z'))
    expect((await alarm(server, id, 'quiet')).state).toBe('raised')
    await judge(server, new Date('2026-11-20T09:06:00.000Z'))
    expect(await subjects(server)).toEqual(['Alert: "Orders" has no data'])
  })

  it('says nothing of too short a history, of one that never moved a record, and of the time before it was active', async () => {
    const [short, never, resumed] = [
      await working(server),
      await working(server),
      await working(server, { activeSince: new Date('2026-11-20T08:10:00.000Z') }),
    ]
    await weeks(short, 2)
    await weeks(resumed, 4)
    await judge(server, friday)
    for (const id of [short, never, resumed]) expect((await alarm(server, id, 'quiet')).state).toBe('watching')
    expect(await subjects(server)).toEqual([])
  })

  it('is cleared when a record comes, and not by a night in which none is expected', async () => {
    const id = await working(server)
    await weeks(id, 4)
    await judge(server, friday)
    await judge(server, later(friday, hour))
    expect((await alarm(server, id, 'quiet')).state).toBe('raised')
    await records(server, id, later(newest, 2 * hour), { delivered: 1 })
    await judge(server, later(friday, 2 * hour))
    expect(await alarm(server, id, 'quiet')).toMatchObject({
      state: 'cleared',
      reason: '1 record arrived between 2026-11-20T10:00:00.000Z and 2026-11-20T11:00:00.000Z.',
    })
  })

  it('counts as many hours as are set', async () => {
    const id = await working(server)
    await set(server, id, { quiet: { isOn: true, hours: 3 } })
    await weeks(id, 4)
    await records(server, id, later(newest, -2 * hour), { delivered: 1 })
    await judge(server, friday)
    expect((await alarm(server, id, 'quiet')).state).toBe('watching')
    await judge(server, later(friday, hour))
    expect((await alarm(server, id, 'quiet')).reason).toMatch(/between 2026-11-20T07:00:00.000Z and 2026-11-20T10:00:00.000Z\./)
  })

  it.each([
    ['moved with the clock of the schedule', 'Europe/Berlin', 'watching'],
    ['stayed where it was in a zone that moved', 'UTC', 'raised'],
  ])('compares hours of the clock: the load %s', async (_, zone, state) => {
    const id = await working(server)
    // At 9 in Berlin: 7 o'clock UTC until 25 October 2026, 8 o'clock after it.
    for (const at of ['2026-10-02', '2026-10-09', '2026-10-16', '2026-10-23']) {
      await records(server, id, new Date(`${at}T07:00:00.000Z`), { delivered: 10 })
    }
    await schedule(server, id, new Date('2027-01-01T00:00:00Z'), { zone })
    // Friday after the change, when the hour from 7 to 8 UTC is over: in Berlin it was 8 to 9.
    await judge(server, new Date('2026-10-30T08:10:00.000Z'))
    expect((await alarm(server, id, 'quiet')).state).toBe(state)
    await judge(server, new Date('2026-10-30T09:10:00.000Z'))
    expect((await alarm(server, id, 'quiet')).state).toBe('raised')
  })

  it('is strange far outside the band of the forecast, and fine inside', async () => {
    const [many, usual] = [await working(server, { name: 'Many' }), await working(server, { name: 'Usual' })]
    for (const id of [many, usual]) await steady(server, id)
    await records(server, many, newest, { delivered: 900 })
    await records(server, usual, newest, { delivered: 102 })
    await judge(server, friday)
    const alarmed = await alarm(server, many, 'strange')
    expect(alarmed.state).toBe('raised')
    expect(alarmed.reason).toMatch(
      /^900 records arrived between 2026-11-20T08:00:00.000Z and 2026-11-20T09:00:00.000Z. We expected [\d.]+ to [\d.]+ records\.$/,
    )
    expect((await alarm(server, usual, 'strange')).state).toBe('watching')
    const { figures } = await explain(server, many, 'strange')
    const figureOf = (name: string) => figures.find((it) => it.name === name)?.value ?? Number.NaN
    expect(figureOf('records')).toBe(900)
    expect(figureOf('low')).toBeGreaterThan(0)
    expect(figureOf('low')).toBeLessThan(figureOf('predicted'))
    expect(figureOf('high')).toBeLessThan(900)
    await records(server, many, later(newest, hour), { delivered: 100 })
    await judge(server, later(friday, hour))
    expect((await alarm(server, many, 'strange')).state).toBe('cleared')
  })

  it('is quiet and not strange as well', async () => {
    const id = await working(server)
    await steady(server, id)
    await judge(server, friday)
    expect(await subjects(server)).toEqual(['Alert: "Orders" has no data'])
  })
})

/** About a hundred records in each hour of ten days. */
async function steady(server: TestServer, id: string): Promise<void> {
  for (let each = 1; each <= 240; each += 1)
    await records(server, id, later(newest, -each * hour), { delivered: 95 + ((each * 7) % 11) })
}
