/** A replay of records that have their own URLs: each goes to its own again, and no other row is touched. */
import { expect, it } from 'vitest'

import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startRows } from '../kit/row-server.ts'
import { stageReplay, upTo } from './replay-stage.ts'

describeOnEachDatabase('a replay of records with their own URL', (open) => {
  it('sends 100 that failed to their own rows, once', { timeout: 90_000 }, async () => {
    const state = { isMended: false }
    const answer = ({ path }: { readonly path: string }) =>
      !state.isMended && Number(path.slice('/rows/'.length)) <= 100 ? 422 : null
    const rows = await startRows(upTo(200).map(String), { answer })
    const stage = await stageReplay(await open(), {
      records: 120,
      change: (config) => ({
        ...config,
        destination: {
          ...{ type: 'http', url: rows.url, requestMethod: 'PUT' },
          operation: { do: 'update', parameters: [{ in: 'path', name: 'id', field: 'id' }] },
        },
      }),
    })
    const run = await stage.run()
    expect(run).toMatchObject({ recordsDelivered: 20, recordsFailed: 100 })
    state.isMended = true
    const planned = await stage.product.ask('POST', `${stage.path}/chosen`, { delay: 0, runId: run.runId })
    const id = String(planned.body.replayId)
    await stage.start(id)
    expect(await stage.over(id)).toMatchObject({ state: 'completed', sums: { delivered: 100 } })
    expect([...rows.touched].toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
      upTo(120).map((id) => [String(id), 1]),
    )
    const sent = await stage.transactions('&status=success')
    const endpoints = new Set(sent.map((it) => it.destinationEndpoint))
    expect(endpoints.size).toBe(120)
    expect(endpoints).toContain(`PUT ${rows.origin}/rows/77`)
  })
})
