/** What edges cannot say of a publication: its limits, what the tab keeps, and how what was written is sent. */
import { expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import { type Publication, type Published, publicationMachine, type Sent } from '#src/machines/library/publication.machine.ts'
import { givenOf, isWritten, nothingWritten } from '#src/machines/library/written.ts'
import { pass } from '../kit/clock.ts'

const orders = { _id: 'the-connector', name: 'Shop orders' }
const mine = { name: 'Orders for all', description: 'What it does.', category: 'Shop', tags: 'shop, crm' }
const fresh: Publication = { own: null, connectorId: null, written: nothingWritten }

it('keeps every change in the tab, and forgets it when it is public or theirs was taken', async () => {
  const told: string[] = []
  const publish = fromPromise<Published, Sent>(() => Promise.resolve({ templateId: 'the-public-one', isWaiting: false }))
  const actor = createActor(
    publicationMachine.provide({
      actors: { publish },
      actions: {
        keepInTab: (_, { connectorId, written }) => void told.push(`keep ${connectorId} ${written.name}`),
        forgetInTab: () => void told.push('forget'),
      },
    }),
    { input: fresh },
  ).start()
  actor.send({ type: 'user.choseConnector', connectorId: orders._id, name: orders.name })
  actor.send({ type: 'user.wrote', field: 'name', text: 'Mine' })
  actor.send({ type: 'user.submitted' })
  await pass(new SimulatedClock(), 0)
  expect(told).toEqual(['keep the-connector Shop orders', 'keep the-connector Mine', 'forget'])
})

it('sends tags once each, without blanks', () =>
  expect(givenOf({ ...mine, name: ' Mine ', tags: ' shop,, crm ,shop, ' })).toEqual({
    ...mine,
    name: 'Mine',
    tags: ['shop', 'crm'],
  }))

it.each([null, 7, 'text', [], { name: 'only' }, { ...nothingWritten, tags: ['a'] }])('%j was not written here', (it) =>
  expect(isWritten(it)).toBe(false),
)
