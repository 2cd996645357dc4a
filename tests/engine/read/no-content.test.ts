/** Answers that are none of the list: 204 and 202 behind pages that held records. They are no proof that the list has come to its end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anyKind, type Fresh, freshDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'

/** Answers without a page where the list goes on behind it, as often as `times`. */
function without(status: number, body: string, times: number): Script {
  let left = times
  return ({ number }, response) => {
    if (number < 3 || left === 0) return false
    left -= 1
    return !!response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
}

const told = 'The source returned 204 twice after its pages. We treat this as the end of the list.'
const hasty = { retryBase: 1, retryCap: 5 }

describe('behind pages that held records', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(anyKind())
  })
  afterAll(() => fresh.remove())

  it.each(['offset', 'page', 'cursor'] as const)('a 204 is asked for once more (%s)', async (paging) => {
    const scene = await play(fresh.database, { records: 450, config: { paging }, script: without(204, '', 1) })
    const { status, recordsDelivered, statusReason } = await scene.over()
    expect([status, recordsDelivered]).toEqual(['succeeded', 450])
    expect(statusReason).not.toContain('204')
  })

  it.each(['offset', 'cursor'] as const)('a 204 that comes again is the end, and the run says so (%s)', async (paging) => {
    const scene = await play(fresh.database, { records: 450, config: { paging }, script: without(204, '', -1) })
    const { status, recordsDelivered, statusReason } = await scene.over()
    expect([status, recordsDelivered]).toEqual(['succeeded', scene.destination.effects.size])
    expect(recordsDelivered).toBeLessThan(450)
    expect(statusReason).toContain(told)
  })

  it.each(['[]', '{"items":[],"next_cursor":null}', '', '{}'])(
    'a 202 with %s is no page: it is asked for again',
    async (body) => {
      const scene = await play(fresh.database, { records: 450, script: without(202, body, 2), limits: hasty })
      expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 450 })
    },
  )

  it('a 202 that stays is no success, and what was read is delivered', async () => {
    const scene = await play(fresh.database, { records: 450, script: without(202, '[]', -1), limits: { ...hasty, retries: 2 } })
    const { status, error, recordsDelivered } = await scene.over()
    expect([status, error?.code, recordsDelivered]).toEqual(['failed', 'source/failing', scene.destination.effects.size])
    expect(error?.message).toBe('The source returned 202. It accepted the request but has no result yet.')
  })
})

describe('that holds records', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(anyKind())
  })
  afterAll(() => fresh.remove())

  it('a 202 is a page like any other', async () => {
    const script: Script = (_, response) => {
      response.statusCode = 202
      return false
    }
    const scene = await play(fresh.database, { records: 250, config: { paging: 'cursor' }, script })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 250 })
  })
})
