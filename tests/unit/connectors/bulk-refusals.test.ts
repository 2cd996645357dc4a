/** What one connector refuses is its own result; the results of the others are kept. */
import { expect, it } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { createConnectorBulkService } from '#server/features/connectors/list/connector-bulk.service.ts'
import type { Caller } from '#server/platform/security/access.ts'

type Moves = Parameters<typeof createConnectorBulkService>[0]['moves']
const resumed = (async () => ({ success: true, connector: { status: 'Active' } })) as unknown as Moves['resume']
const bulk = (fault: Error) => {
  const resume: Moves['resume'] = (caller, id) => (id === 'b' ? Promise.reject(fault) : resumed(caller, id))
  const unused = () => Promise.reject(new Error('not asked'))
  return createConnectorBulkService({ connectors: { get: unused }, moves: { resume, pause: unused } })
}
const move = (fault: Error) => bulk(fault).move({} as Caller, { action: 'resume', ids: ['a', 'b', 'c'] })

it('keeps the results of the others where a limit of the plan refuses one', async () => {
  const { results } = await move(refusal('quota/schedules'))
  expect(results.map(({ id, outcome, problem }) => [id, outcome, problem?.code])).toEqual([
    ['a', 'done', undefined],
    ['b', 'refused', 'quota/schedules'],
    ['c', 'done', undefined],
  ])
})

it('says of the whole call that something broke', async () => {
  await expect(move(refusal('server/unavailable'))).rejects.toThrow()
  await expect(move(new Error('broken'))).rejects.toThrow('broken')
})
