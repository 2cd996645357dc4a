import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import { nextInstant } from '#server/engine/schedule/schedule-instants.ts'
import { setSchedule } from '#server/records/connectors/schedules.repository.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually, type Place, settleIn, startEngine } from '../kit/stage.ts'

const count = 500
/** Milliseconds that starts are watched. */
const span = 6_000

describeOnEachDatabase('500 connectors that start every 1 to 5 seconds, on one process', (open) => {
  it('miss no start', async () => {
    const { database } = await open()
    const { db } = database
    const [source, destination] = [await startSource(1), await startDestination()]
    const config = configFor({ source: source.url, destination: destination.url, paging: null })
    const places: Place[] = []
    for (let at = 0; at < count; at += 1) {
      const place = await settleIn(database)
      const trigger = { type: 'schedule', everySeconds: 1 + (at % 5) } as const
      await addVersion(db, { ...place, config: { ...config, trigger }, authorId: place.userId })
      places.push(place)
    }
    await sql`update connectors set live_version = 1`.execute(db)
    for (const [at, place] of places.entries()) {
      await setSchedule(db, place, { type: 'schedule', everySeconds: 1 + (at % 5) }, nextInstant)
    }
    // As connectors that were deployed one after the other: 500 starts are spread over each second. None is further away than two periods,
    // which would be a clock that was set back.
    await sql`update schedules s set next_at = date_trunc('second', now()) + interval '1 second' + place * interval '2 milliseconds'
      from (select connector_id, row_number() over () as place from schedules) p where p.connector_id = s.connector_id`.execute(
      db,
    )
    const firsts = await sql<{ id: string; at: Date }>`select connector_id as id, next_at as at from schedules`.execute(db)
    const firstOf = new Map(firsts.rows.map(({ id, at }) => [id, at.getTime()]))
    const engine = startEngine(database)
    onTestFinished(async () => {
      await engine.stop()
      await source.close()
      await destination.close()
    })
    const from = Math.max(...firstOf.values())
    await eventually(
      async () => (await sql<{ now: Date }>`select now()`.execute(db)).rows[0]?.now.getTime() ?? 0,
      (now) => now > from + span,
    )
    await engine.stop()
    const { rows } = await sql<{
      id: string
      every: number
      started: number
      skipped: number
      missed: number
      next: Date
      open: number
    }>`
      select connector_id as id, every_seconds as every, skipped, missed, next_at as next,
        (select count(*) from runs r where r.connector_id = s.connector_id)::int as started,
        (select count(*) from runs r where r.connector_id = s.connector_id and r.status <> 'succeeded')::int as open
      from schedules s`.execute(db)
    expect(rows).toHaveLength(count)
    for (const { id, every, started, skipped, missed, next } of rows) {
      const due = (next.getTime() - (firstOf.get(id) ?? 0)) / (every * 1_000)
      expect({ missed, sum: started + skipped + missed }).toEqual({ missed: 0, sum: due })
    }
  })
})
