// @vitest-environment happy-dom
/** Records that are chosen in a problem are still chosen after the page was loaded again in the same tab. */
import { expect, it } from 'vitest'
import { createActor } from 'xstate'

import { savedRecordChoice } from '#src/services/connectors/runs/record-choice.actors.ts'

it('keeps what is chosen in the tab, for one problem', () => {
  const opened = (cause: string) => {
    const { machine, input } = savedRecordChoice('c', cause)
    return createActor(machine, { input }).start()
  }
  const first = opened('one')
  first.send({ type: 'user.chose', transactionId: 'a' })
  first.send({ type: 'user.chose', transactionId: 'b' })
  first.send({ type: 'user.dropped', transactionId: 'a' })
  expect(opened('one').getSnapshot().context.chosen).toEqual(['b'])
  expect(opened('other').getSnapshot().context.chosen).toEqual([])
  first.send({ type: 'user.cleared' })
  expect(opened('one').getSnapshot().context.chosen).toEqual([])
})
