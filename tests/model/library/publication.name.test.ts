/** What a public connector is called while nobody named it. */
import { expect, it } from 'vitest'
import { createActor } from 'xstate'

import { publicationMachine } from '#src/machines/library/publication.machine.ts'
import { nothingWritten } from '#src/machines/library/written.ts'

const opened = () => {
  const actor = createActor(publicationMachine, { input: { own: null, connectorId: null, written: nothingWritten } }).start()
  return {
    choose: (name: string) => actor.send({ type: 'user.choseConnector', connectorId: name === '' ? null : name, name }),
    write: (text: string) => actor.send({ type: 'user.wrote', field: 'name', text }),
    name: () => actor.getSnapshot().context.written.name,
    again: () => {
      const { own, connectorId, written, givenName } = actor.getSnapshot().context
      return createActor(publicationMachine, { input: { own, connectorId, written, givenName } }).start()
    },
  }
}

it('follows the connector that is chosen', () => {
  const { choose, name } = opened()
  choose('Shop orders')
  choose('Invoices')
  expect(name()).toBe('Invoices')
  choose('')
  expect(name()).toBe('')
})

it('stays once it was written', () => {
  const { choose, write, name } = opened()
  choose('Shop orders')
  write('Orders for all')
  choose('Invoices')
  expect(name()).toBe('Orders for all')
})

it('follows from step to step', () => {
  const { choose, again } = opened()
  choose('Shop orders')
  const actor = again()
  actor.send({ type: 'user.choseConnector', connectorId: 'Invoices', name: 'Invoices' })
  expect(actor.getSnapshot().context.written.name).toBe('Invoices')
})
