/** The page with its real parts and a server of this test: what a part reports is what the page listens for. */
import { expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { type EnterpriseFact, type EnterprisePlace, enterprisePageMachine } from '#src/machines/admin/enterprise.page.machine.ts'
import { type Entry, entryDialogMachine } from '#src/machines/kit/entry-dialog.machine.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { pass } from '../kit/clock.ts'

async function open(place: EnterprisePlace) {
  const calls: string[] = []
  const emitted: EnterpriseFact[] = []
  const clock = new SimulatedClock()
  const list = (name: string) =>
    listMachine.provide({
      actors: {
        readPage: fromPromise<Page<unknown>, Query>(async ({ input }) => {
          calls.push([name, ...Object.values(input)].join(' '))
          return { items: [], total: 0, readAt: '' }
        }),
      },
    })
  const dialog = entryDialogMachine.provide({ actors: { saveEntry: fromPromise<unknown, Entry>(async () => null) } })
  const actors = {
    ...{ entries: list('entries'), entry: list('entry'), offer: dialog, decision: dialog },
    address: fromCallback<EventObject, void>(() => {}),
  }
  const page = createActor(enterprisePageMachine.provide({ actors }), { input: place, clock })
  page.on('*', (fact) => emitted.push(fact))
  page.start()
  // Twice: a page is not woken by what happens inside its parts.
  const settle = async () => {
    await pass(clock, 0)
    await pass(clock, 0)
  }
  await settle()
  const begun = calls.splice(0)
  return { page, begun, calls, emitted, settle }
}

it.each([
  ['offer', { audience: 'nobody' }, { type: 'audienceSaved' }],
  ['decision', { decision: 'approve' }, { type: 'publicationDecided', decision: 'approve' }],
  ['decision', { decision: 'decline', reason: 'Why' }, { type: 'publicationDecided', decision: 'decline' }],
] as const)('after %s with %o, the list and the open entry are read again', async (id, entry, fact) => {
  const { page, begun, calls, emitted, settle } = await open({ search: 'crm', page: 1, open: 'e1' })
  expect(begun.toSorted()).toEqual(['entries crm 1', 'entry e1'])
  const part = page.getSnapshot().children[id]
  part?.send({ type: 'user.opened', entry })
  part?.send({ type: 'user.submitted' })
  await settle()
  expect(calls.toSorted()).toEqual(['entries crm 1', 'entry e1'])
  expect(emitted).toEqual([fact])
})

it('another entry is read without the list, and a dialog stays open', async () => {
  const { page, calls, settle } = await open({ search: '', page: 1, open: 'e1' })
  page.getSnapshot().children.offer?.send({ type: 'user.opened', entry: { audience: 'nobody' } })
  page.send({ type: 'place.changed', query: { search: '', page: 1, open: 'e2' } })
  await settle()
  expect(calls).toEqual(['entry e2'])
  expect(page.getSnapshot().children.offer?.getSnapshot().matches('open')).toBe(true)
})

it('another page is another list, and closes the entry', async () => {
  const { page, calls, settle } = await open({ search: '', page: 1, open: 'e1' })
  page.send({ type: 'place.changed', query: { search: '', page: 2, open: null } })
  await settle()
  expect(calls).toEqual(['entries  2'])
  expect(page.getSnapshot().children.entry).toBeUndefined()
})
