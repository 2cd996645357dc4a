/** Writes whose answers are lost. */
import { expect, it } from 'vitest'

import { persist } from '#server/engine/kit/durable-writes.ts'
import { isTransient } from '#server/platform/database/transient.ts'
import { OwnershipLost } from '#server/records/runs/run-leases.repository.ts'
import { quietLog } from '../kit/stage.ts'

const writer = { runId: 'run', log: quietLog }
const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

it('takes a write for made that was still on its way when it was made again', async () => {
  const looks = [false, true]
  let writes = 0
  await persist(
    writer,
    async () => {
      writes += 1
      throw writes === 1 ? reset() : new OwnershipLost('run')
    },
    async () => looks.shift() ?? false,
  )
  expect(writes).toBe(2)
})

it('gives up what somebody else has taken over', async () => {
  const lost = async () => {
    throw new OwnershipLost('run')
  }
  await expect(persist(writer, lost, async () => true)).rejects.toThrow(OwnershipLost)
  let writes = 0
  const later = async () => {
    writes += 1
    throw writes === 1 ? reset() : new OwnershipLost('run')
  }
  await expect(persist(writer, later, async () => false)).rejects.toThrow(OwnershipLost)
})

it.each([
  ['ECONNRESET', true],
  ['EAI_AGAIN', true],
  ['57P01', true],
  ['40P01', true],
  ['23505', false],
  ['22P05', false],
  ['ERR_BUFFER_TOO_LARGE', false],
  ['ERR_INVALID_ARG_TYPE', false],
])('an error with the code %s passes by itself: %s', (code, passes) => {
  expect(isTransient(Object.assign(new Error('it failed'), { code }))).toBe(passes)
})
