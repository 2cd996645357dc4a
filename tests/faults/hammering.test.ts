/** F32: commands in any order and at the same time. What was acknowledged is one way through the connector's chart. */
import fc from 'fast-check'
import { v4 as uuid } from 'uuid'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

import {
  type ConnectorMove,
  type ConnectorState,
  connectorLifecycle,
  connectorStates,
} from '#contract/connectors/details/connector.lifecycle.ts'
import { allowedMoves, moved } from '#contract/kit/lifecycle.ts'
import { ledgerSums } from '#server/records/runs/runs.repository.ts'
import { startDestination } from '../engine/kit/dest-sim.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, eventually } from '../engine/kit/stage.ts'
import { freshDatabase, kinds } from '../server/kit/databases.ts'
import { tell } from './kit/checker.ts'
import { openProduct, type Product } from './kit/product.ts'
import { inForm, seedsOn } from './kit/seed.ts'

const calls: Readonly<Partial<Record<ConnectorMove['type'], (product: Product, id: string) => ReturnType<Product['ask']>>>> = {
  'user.deployed': ({ ask }, id) => ask('POST', `/api-connectors/connectors/${id}/deploy`),
  'user.paused': ({ ask }, id) => ask('POST', `/api-connectors/pause/${id}`),
  'user.resumed': ({ ask }, id) => ask('POST', `/api-connectors/resume/${id}`),
  'user.ran': ({ ask }, id) => ask('POST', `/api-connectors/${id}/runs`),
  'user.edited': ({ ask }, id) => ask('PATCH', `/api-connectors/connectors/${id}`, { connector: { details: uuid() } }),
  'user.deleted': ({ ask }, id) => ask('DELETE', `/api-connectors/${id}`),
}

/** What the history calls each move. */
const written: Readonly<Record<string, ConnectorMove['type']>> = {
  deployed: 'user.deployed',
  paused: 'user.paused',
  resumed: 'user.resumed',
  ran: 'user.ran',
  edited: 'user.edited',
  saved: 'user.edited',
  deleted: 'user.deleted',
  'deployment live': 'engine.activated',
  'deployment failed': 'engine.refused',
}

/** The words that the chart has for a person, and none that it has not. */
const moves = [...new Set(connectorStates.flatMap((state) => allowedMoves(connectorLifecycle, state)))].filter((it) =>
  it.startsWith('user.'),
) as ConnectorMove['type'][]

/** Rounds of commands that are given at the same time; a connector is deleted at most at the end. */
const sequences = fc.tuple(
  fc.array(fc.array(fc.constantFrom(...moves.filter((it) => it !== 'user.deleted')), { minLength: 1, maxLength: 4 }), {
    minLength: 2,
    maxLength: 6,
  }),
  fc.constantFrom<ConnectorMove['type'][]>([], ['user.deleted'], ['user.deleted', 'user.paused', 'user.ran']),
)

describe.each(kinds())('commands at the same time (%s)', (kind) => {
  it.runIf(kind === 'embedded' || inject('postgresSuperuserUrl') !== null).each(seedsOn(kind))(
    'F32 end where their acknowledged order leads in the chart (seed %i)',
    async (seed) => {
      const { database, remove } = await freshDatabase(kind)
      onTestFinished(() => remove())
      const { db } = database
      const source = await startSource(60)
      const destination = await startDestination({ delay: 5 })
      onTestFinished(async () => {
        await source.close()
        await destination.close()
      })
      const product = await openProduct(database)
      const config = configFor({ source: source.url, destination: destination.url })
      let acknowledgedInAll = 0

      /** Every run comes to its end, also those that were paused; nothing waits in the outbox, and each says what its ledger says. */
      const expectSettled = async (id: string, at: ConnectorState | 'Deleted') => {
        if (at === 'Pause') expect((await product.ask('POST', `/api-connectors/resume/${id}`)).status).toBe(200)
        const counters = ['records_delivered', 'records_failed', 'records_skipped', 'records_unknown'] as const
        const runs = await eventually(
          () =>
            db
              .selectFrom('runs')
              .select(['id', 'status', 'records_read', ...counters])
              .where('connector_id', '=', id)
              .execute(),
          (all) => all.every(({ status }) => ['succeeded', 'failed', 'cancelled'].includes(status)),
        )
        for (const { id: runId } of runs) {
          // What is in flight when a run is cancelled is settled after the run has ended.
          const { pending, ...sums } = await eventually(
            () => ledgerSums(db, product.companyId, runId),
            (it) => it.pending === 0,
          )
          const run = await db
            .selectFrom('runs')
            .select(['status', 'records_read', ...counters])
            .where('id', '=', runId)
            .executeTakeFirstOrThrow()
          expect([run.status, pending, sums]).toEqual([
            run.status === 'failed' ? 'not failed' : run.status,
            0,
            {
              ...{ delivered: run.records_delivered, failed: run.records_failed },
              ...{ skipped: run.records_skipped, unknown: run.records_unknown },
            },
          ])
          expect(Object.values(sums).reduce((a, b) => a + b, 0)).toBe(run.records_read)
        }
      }

      const play = async ([rounds, last]: readonly [readonly ConnectorMove['type'][][], ConnectorMove['type'][]]) => {
        const { connectorId: id } = await product.activeConnector(config)
        const acknowledged = new Map<string, number>()
        for (const round of [...rounds, last]) {
          await Promise.all(
            round.map(async (move) => {
              const reply = await calls[move]?.(product, id)
              expect([200, 202, 404, 409], JSON.stringify(reply?.body)).toContain(reply?.status)
              if (reply && reply.status < 300) acknowledged.set(move, (acknowledged.get(move) ?? 0) + 1)
            }),
          )
        }
        acknowledgedInAll += [...acknowledged.values()].reduce((a, b) => a + b, 0)
        const row = await eventually(
          () => db.selectFrom('connectors').select(['status', 'deleted_at']).where('id', '=', id).executeTakeFirstOrThrow(),
          ({ status }) => status !== 'Deploying',
        )
        const history = await db
          .selectFrom('connector_history')
          .select(['what', 'from_status', 'to_status'])
          .where('connector_id', '=', id)
          .where('what', '!=', 'created')
          .orderBy('id')
          .execute()
        // One way through the chart, each step from where the one before led.
        let at: ConnectorState | 'Deleted' = 'Draft'
        let before: ConnectorState = 'Draft'
        for (const { what, from_status, to_status } of history) {
          const type = written[what]
          expect([type === undefined ? what : '', from_status]).toEqual(['', at])
          if (type === 'user.deployed') before = at as ConnectorState
          expect(moved(connectorLifecycle, at, { type } as ConnectorMove, { before })).toBe(to_status)
          at = to_status as ConnectorState | 'Deleted'
        }
        expect(row.deleted_at === null ? row.status : 'Deleted').toBe(at)
        // Every acknowledged command is a step, and no other is. The connector was deployed once before.
        for (const move of moves) {
          const steps = history.filter(({ what }) => written[what] === move).length
          expect([move, steps - (move === 'user.deployed' ? 1 : 0)]).toEqual([move, acknowledged.get(move) ?? 0])
        }
        const runs = await db.selectFrom('runs').select('status').where('connector_id', '=', id).execute()
        const open = runs.map(({ status }) => status).filter((status) => ['queued', 'running', 'paused'].includes(status))
        if (at === 'Deleted') expect(open).toEqual([])
        if (at === 'Pause') expect(open.filter((status) => status !== 'paused')).toEqual([])
        if (at === 'Active') expect(open.filter((status) => status === 'paused')).toEqual([])
        await expectSettled(id, at)
      }
      const numRuns = inForm(kind === 'embedded' ? 5 : 6, 100)
      await fc.assert(fc.asyncProperty(sequences, play), {
        seed,
        numRuns,
        includeErrorInReport: true,
        interruptAfterTimeLimit: inForm(60_000, 1_800_000),
      })
      expect(acknowledgedInAll).toBeGreaterThan(numRuns)
      tell(`F32 ${kind}`, seed, { more: `sequences=${numRuns} acknowledged=${acknowledgedInAll} illegal-states=0` })
    },
  )
})
