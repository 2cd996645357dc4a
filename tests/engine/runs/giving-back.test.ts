/** The end of a run and the end of what it did not send are one commit: nobody finds a run that is over and records that wait for it. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { cancelOpenRun, pauseOpenRun, resumeOpenRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import { eventually } from '../kit/stage.ts'

/** The first three times that what waits is ended, the database does not do it (a sequence does not roll back). */
async function failThrice({ database: { db } }: Pick<Scene, 'database'>) {
  await sql`create sequence failures`.execute(db)
  await sql
    .raw(`create function fail() returns trigger language plpgsql as $$ begin
      if nextval('failures') <= 3 then raise exception 'scripted' using errcode = '40001'; end if;
      return new; end $$`)
    .execute(db)
  await sql`create trigger failing before update on source_pages for each row when (new.pending_records = 0) execute function fail()`.execute(
    db,
  )
}

type Look = { readonly status: string; readonly owner: string | null; readonly pending: number }

const look = async ({ database: { db }, run }: Scene) =>
  (
    await sql<Look>`select status, owner, (select coalesce(sum(pending_records), 0)::int from source_pages p where p.run_id = r.id) as pending
      from runs r where id = ${run.runId}`.execute(db)
  ).rows[0]

const sent = ({ destination }: Scene) => destination.journal.length

describeOnEachDatabase('the end of a run', (open) => {
  it.each(['failed', 'cancelled'] as const)('that is %s leaves at no moment a record waiting', async (how) => {
    const { database } = await open()
    await failThrice({ database })
    const scene = await play(database, {
      records: 100,
      destination: how === 'failed' ? { misbehave: () => answering(401) } : { delay: 20 },
    })
    if (how === 'cancelled') {
      await eventually(
        () => sent(scene),
        (count) => count >= 32,
      )
      await database.db
        .transaction()
        .execute((tx) => cancelOpenRun(tx, scene.place.companyId, scene.place.connectorId, scene.run.runId))
      scene.engine.wake()
    }
    const seen: Look[] = []
    await eventually(
      async () => {
        const it = await look(scene)
        if (it) seen.push(it)
        return it
      },
      (it) => it?.status === how && it.owner === null,
    )
    expect(seen.filter(({ status, owner, pending }) => status === how && owner === null && pending > 0)).toEqual([])
    const { rows } = await sql<{ last_value: number }>`select last_value from failures`.execute(database.db)
    expect(rows[0]?.last_value).toBe(4)
    const run = await scene.now()
    expect(run.recordsFailed + run.recordsDelivered).toBe(run.recordsRead)
    expect(run.recordsDelivered).toBe(scene.destination.effects.size)
  })

  it('waits for a person who paused while a refusal of the caller (401) was on its way, and resume goes on', async () => {
    const { database } = await open()
    const held: (() => void)[] = []
    let refuses = true
    const scene = await play(database, {
      records: 40,
      destination: {
        misbehave: () =>
          refuses ? { commits: false, answer: (response) => void held.push(() => response.writeHead(401).end('no')) } : null,
      },
    })
    await eventually(
      () => held.length,
      (count) => count === 32,
    )
    const { companyId, connectorId } = scene.place
    await pauseOpenRun(database.db, companyId, connectorId)
    for (const answer of held) answer()
    await scene.engine.quiesce(connectorId)
    await eventually(
      () => look(scene),
      (it) => it?.owner === null,
    )
    expect(await scene.now()).toMatchObject({ status: 'paused', recordsDelivered: 0, recordsFailed: 32, error: null })
    refuses = false
    await resumeOpenRun(database.db, companyId, connectorId)
    scene.engine.wake()
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 8, recordsFailed: 32 })
  })
})
