/** The page with its real parts and a server of this test: what a part reports is what the page listens for. */
import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import type { ConnectionCheck } from '#contract/connections/connection.ts'
import {
  type ConnectionFact,
  type ConnectionPlace,
  connectionPageMachine,
} from '#src/machines/connections/connection.page.machine.ts'
import { confirmedActionMachine, type PlannedAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { type Entry, entryDialogMachine } from '#src/machines/kit/entry-dialog.machine.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { type Section, settingsSectionMachine } from '#src/machines/kit/settings-section.machine.ts'
import { pass } from '../kit/clock.ts'

const replaced = { data: [{ connectorId: 'c', name: 'Orders', result: 'changed', message: 'Changed.' }], total: 1 }

async function open(place: ConnectionPlace) {
  const calls: string[] = []
  const emitted: ConnectionFact['type'][] = []
  const clock = new SimulatedClock()
  const list = (name: string) =>
    listMachine.provide({
      actors: {
        readPage: fromPromise<Page<unknown>, Query>(async () => {
          calls.push(name)
          return { items: [], total: 0, readAt: '' }
        }),
      },
    })
  const dialog = (output: unknown) =>
    entryDialogMachine.provide({ actors: { saveEntry: fromPromise<unknown, Entry>(async () => output) } })
  const action = (output: unknown) =>
    confirmedActionMachine.provide({ actors: { act: fromPromise<unknown, PlannedAction>(async () => output) } })
  const section = { value: { visibility: 'everyone', people: [] }, revision: 1 }
  const actors = {
    ...{ connection: list('connection'), uses: list('uses'), candidates: list('candidates'), others: list('others') },
    ...{ members: list('members'), history: list('history') },
    ...{ form: dialog(null), replacement: dialog(replaced), decision: action(null), adoption: action(replaced) },
    test: fromPromise<ConnectionCheck, void>(async () => ({ at: '', works: true, message: '', by: null })),
    access: settingsSectionMachine.provide({
      actors: {
        readSection: fromPromise<Section, void>(async () => section),
        saveSection: fromPromise<Section, Section>(async ({ input }) => input),
      },
    }),
    address: fromCallback<{ type: 'query.placed'; query: ConnectionPlace; isTyped: boolean }, void>(() => {}),
  }
  const page = createActor(connectionPageMachine.provide({ actors }), { input: place, clock })
  page.on('*', ({ type }) => emitted.push(type))
  page.start()
  // Twice: a page is not woken by what happens inside its parts.
  const settle = async () => {
    await pass(clock, 0)
    await pass(clock, 0)
  }
  await settle()
  calls.splice(0)
  return { page, calls, emitted, settle }
}

it('says what became of a replacement, and reads the connectors again', async () => {
  const { page, calls, settle } = await open({ tab: 'uses', page: 1 })
  const { replacement, adoption } = page.getSnapshot().children
  replacement?.send({ type: 'user.opened', entry: { by: 'b', connectorIds: 'c', deploys: '' } })
  replacement?.send({ type: 'user.submitted' })
  await settle()
  expect(page.getSnapshot().context.results).toEqual(replaced.data)
  expect(calls.toSorted()).toEqual(['candidates', 'connection', 'uses'])
  page.send({ type: 'user.dismissed' })
  adoption?.send({ type: 'user.planned', action: { kind: 'adopt', id: 'c' } })
  adoption?.send({ type: 'user.confirmed' })
  await settle()
  expect(page.getSnapshot().context.results).toEqual(replaced.data)
})

it('reads the connection again when it is tested, shared or switched', async () => {
  const { page, calls, emitted, settle } = await open({ tab: 'access', page: 1 })
  page.send({ type: 'user.tested' })
  await settle()
  const { access, decision } = page.getSnapshot().children
  access?.send({ type: 'user.changed', change: { visibility: 'named' } })
  access?.send({ type: 'user.submitted' })
  await settle()
  decision?.send({ type: 'user.planned', action: { kind: 'off', id: '' } })
  decision?.send({ type: 'user.confirmed' })
  await settle()
  expect(calls).toEqual(['connection', 'connection', 'connection'])
  expect(emitted).toEqual(['tested', 'shared', 'decided'])
})
