/** Threat T-REF-4: the database ends while tokens are exchanged. Whoever got no answer goes on with the pair they have. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { eventually } from '../engine/kit/stage.ts'
import { openOwn, ownCluster } from './kit/database.ts'
import { openProduct } from './kit/product.ts'
import { chanceOf, inForm, seeds } from './kit/seed.ts'

const isHere = inject('postgresSuperuserUrl') !== null

describe.runIf(isHere)('a refresh while PostgreSQL is ended', () => {
  it.each(seeds.slice(0, 1))('T-REF-4 signs nobody out (seed %i)', async (seed) => {
    const cluster = await ownCluster()
    const { database } = await openOwn(cluster.url)
    const product = await openProduct(database, { runsAtOnce: 0 })
    const chance = chanceOf(seed)
    const refresh = ({ refreshToken }: Session) => product.ask('POST', '/api/auth/refresh', { refreshToken })
    let session = product.session
    let cut = 0
    for (let round = 0; round < inForm(12, 100); round += 1) {
      const asked = refresh(session)
      await sleep(chance.between(0, 6))
      await cluster.crash()
      const { status, body } = await asked
      await cluster.restart()
      if (status === 200) session = body as Session
      else {
        expect(status).toBe(503)
        cut += 1
      }
      const again = await eventually(
        () => refresh(session),
        (reply) => reply.status !== 503,
      )
      expect(again.status, JSON.stringify(again.body)).toBe(200)
      session = again.body as Session
    }
    expect(cut, 'some of them were really cut').toBeGreaterThan(2)
    console.log(`T-REF-4 seed=${seed} cut=${cut}`)
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from sessions where ended_at is null`.execute(
      database.db,
    )
    expect(rows).toEqual([{ open: 1 }])
  })
})
