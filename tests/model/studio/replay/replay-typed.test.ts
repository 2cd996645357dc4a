/** What is typed into the form of a replay: how much of it there may be, and for whom the tab keeps it. */
import { expect, it } from 'vitest'
import { createActor } from 'xstate'

import { replayMachine } from '#src/machines/studio/replay/replay.machine.ts'
import { blankReplay, faultsIn } from '#src/machines/studio/replay/replay-rules.ts'
import { liveReplayFormMachine, restoreReplayForm } from '#src/services/studio/replay.actors.ts'

/** One record in so many characters. */
const recordOf = (length: number, character: string) => `{"a":"${character.repeat(length - '{"a":""}'.length)}"}`

it.each([
  [999_999, 'x', undefined],
  [1_000_000, 'x', 'tooLarge'],
  [400_000, 'é', undefined],
  [500_004, 'é', 'tooLarge'],
  [9_999_999, 'x', 'tooLarge'],
])('records of %i characters like %s: %s', (length, character, fault) => {
  const records = recordOf(length, character)
  expect(faultsIn({ ...blankReplay, source: 'custom', records }, null).records).toBe(fault)
})

it('is kept for the person who typed it', () => {
  const place = (owner: string) => ({ owner, connectorId: 'shop' })
  const kept = (owner: string) => restoreReplayForm(place(owner), null, [])
  const machine = liveReplayFormMachine(place('ada'), createActor(replayMachine, { input: { waiting: null } }), () => {})
  const form = createActor(machine, { input: kept('ada') }).start()
  form.send({ type: 'user.wrote', field: 'count', text: '7' })
  expect(kept('ada').typed).toMatchObject({ count: '7' })
  expect(kept('bob').typed).toBeNull()
})
