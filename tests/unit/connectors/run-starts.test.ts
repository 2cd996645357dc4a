/** A run that was started is in the lists of runs at once, and not after their pause. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { Run } from '#contract/connectors/runs/run.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { runListMachine } from '#src/services/connectors/details/connector.actors.ts'
import { startRun } from '#src/services/connectors/runs/run.service.ts'
import { runsMachine } from '#src/services/connectors/runs/run-list.actors.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('not renewed')) }
const connectorId = '01a1f9dd-286f-7175-987c-3afdb61ae67f'
const query = { connectorId, page: 1, limit: 10 }
const pageOf = (items: readonly unknown[]): Page<unknown> => ({ items, total: 1, readAt: new Date().toISOString() })

/** A list that counts how often it is read; its own pause is an hour. */
const counted = (machine: ReturnType<typeof runsMachine>, read: () => void) =>
  createActor(
    machine.provide({
      actors: {
        readPage: fromPromise<Page<unknown>, Query>(async () => {
          read()
          return pageOf([])
        }),
      },
      delays: { refreshPause: 3_600_000 },
    }),
    { input: { query } },
  ).start()

it('is read again by the lists of runs as soon as the start was accepted', async () => {
  const read = vi.fn()
  const list = counted(runsMachine(access), read)
  await vi.waitFor(() => expect(list.getSnapshot().value).toBe('showing'))
  server.answers(json({ runId: connectorId }, 202))
  await startRun(access, connectorId, new AbortController().signal)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  list.stop()
})

it('is in the recent runs of a connector as soon as its page shows it', async () => {
  let newestRun: Pick<Run, 'runId' | 'status'> | null = null
  const readPage = fromPromise<Page<unknown>, Query>(async () => pageOf([{ newestRun }]))
  const reading = createActor(listMachine.provide({ actors: { readPage } }), { input: { query: {} } }).start()
  const read = vi.fn()
  const list = counted(runListMachine(access, reading), read)
  await vi.waitFor(() => expect([list, reading].map((it) => it.getSnapshot().value)).toEqual(['showing', 'showing']))
  newestRun = { runId: 'r', status: 'queued' }
  reading.send({ type: 'user.refreshed' })
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  for (const actor of [list, reading]) actor.stop()
})
