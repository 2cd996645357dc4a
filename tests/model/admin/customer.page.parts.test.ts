/** The page with its real parts and a server of this test: what a part reports is what the page listens for. */
import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { type CustomerFact, type CustomerPlace, customerPageMachine } from '#src/machines/admin/customer.page.machine.ts'
import { confirmedActionMachine, type PlannedAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { type Entry, entryDialogMachine } from '#src/machines/kit/entry-dialog.machine.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { pass } from '../kit/clock.ts'

async function open(place: CustomerPlace = { tab: 'overview', page: 1 }) {
  const calls: string[] = []
  const emitted: CustomerFact['type'][] = []
  const clock = new SimulatedClock()
  const customer = { look: null as object | null }
  const list = (name: string) =>
    listMachine.provide({
      actors: {
        readPage: fromPromise<Page<unknown>, Query>(async ({ input }) => {
          calls.push([name, ...Object.values(input)].join(' '))
          return { items: [{ ...customer }], total: 1, readAt: '' }
        }),
      },
    })
  const actors = {
    ...{ customer: list('customer'), summary: list('summary'), exportFile: list('exportFile') },
    ...{ rows: list('rows'), looked: list('looked') },
    form: entryDialogMachine.provide({ actors: { saveEntry: fromPromise<unknown, Entry>(async () => null) } }),
    decision: confirmedActionMachine.provide({ actors: { act: fromPromise<unknown, PlannedAction>(async () => null) } }),
    address: fromCallback<{ type: 'query.placed'; query: CustomerPlace; isTyped: boolean }, void>(({ receive }) =>
      receive(({ query: { tab, page } }) => calls.push(`address ${tab} ${page}`)),
    ),
  }
  const page = createActor(customerPageMachine.provide({ actors }), { input: place, clock })
  page.on('*', ({ type }) => emitted.push(type))
  page.start()
  // Twice: a page is not woken by what happens inside its parts.
  const settle = async () => {
    await pass(clock, 0)
    await pass(clock, 0)
  }
  await settle()
  const begun = calls.splice(0)
  const save = async (form: string) => {
    const part = page.getSnapshot().children.form
    part?.send({ type: 'user.opened', entry: { form, name: 'Harbor & Pine' } })
    part?.send({ type: 'user.submitted' })
    await settle()
  }
  return { page, begun, calls, emitted, customer, settle, save }
}

it('reads company, summary and export at first, and again after a form was saved', async () => {
  const { begun, calls, emitted, save } = await open()
  expect(begun.toSorted()).toEqual(['customer', 'exportFile', 'summary'])
  await save('note')
  expect(calls.toSorted()).toEqual(['customer', 'exportFile', 'summary'])
  expect(emitted).toEqual(['formSaved'])
})

it('reads what is looked into once, and ends the look that the server has ended', async () => {
  const { page, calls, customer, settle, save } = await open()
  customer.look = { reason: 'Ticket' }
  await save('look')
  expect(calls.filter((call) => call === 'looked')).toHaveLength(1)
  await save('note')
  expect(calls.filter((call) => call === 'looked')).toHaveLength(1)
  customer.look = null
  const decision = page.getSnapshot().children.decision
  decision?.send({ type: 'user.planned', action: { kind: 'lookEnd', id: '' } })
  decision?.send({ type: 'user.confirmed' })
  await settle()
  expect(page.getSnapshot().matches({ running: { look: 'away' } })).toBe(true)
})

it('opens another tab as another list with an address, and keeps the dialog that is open', async () => {
  const { page, begun, calls, settle } = await open({ tab: 'people', page: 2 })
  expect(begun).toContain('rows people 2')
  const form = page.getSnapshot().children.form
  form?.send({ type: 'user.opened', entry: { form: 'note', name: '' } })
  page.send({ type: 'user.opened', tab: 'audit' })
  await settle()
  expect(calls).toEqual(['address audit 1', 'rows audit 1'])
  expect(page.getSnapshot().children.form?.getSnapshot().matches('open')).toBe(true)
})
