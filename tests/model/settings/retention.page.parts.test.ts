/** The page with its real parts and a server of this test: what a part reports is what the page listens for. */
import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { confirmedActionMachine, type PlannedAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { type Section, settingsSectionMachine } from '#src/machines/kit/settings-section.machine.ts'
import { type RetentionFact, retentionPageMachine } from '#src/machines/settings/retention.page.machine.ts'
import { pass } from '../kit/clock.ts'

const periods = { integrationLogs: '30', auditLogs: '365', userData: '365' }

async function open() {
  const calls: string[] = []
  const emitted: RetentionFact['type'][] = []
  const clock = new SimulatedClock()
  const list = (name: string) =>
    listMachine.provide({
      actors: {
        readPage: fromPromise<Page<unknown>, Query>(async ({ input }) => {
          calls.push(`${name} ${Object.values(input).join()}`)
          return { items: [], total: 0, readAt: '' }
        }),
      },
    })
  const action = confirmedActionMachine.provide({ actors: { act: fromPromise<unknown, PlannedAction>(async () => null) } })
  const policy = settingsSectionMachine.provide({
    actors: {
      readSection: fromPromise<Section, void>(async () => ({ value: periods, revision: 1 })),
      saveSection: fromPromise<Section, Section>(async ({ input }) => input),
    },
  })
  const actors = {
    ...{ policy, preview: list('preview'), people: list('people'), deletion: action },
    ...{ backups: list('backups'), backup: action, removals: list('removals'), confirmation: action },
    address: fromCallback<{ type: 'query.placed'; query: { page: number }; isTyped: boolean }, void>(({ receive }) =>
      receive(({ query }) => calls.push(`address ${query.page}`)),
    ),
  }
  const page = createActor(retentionPageMachine.provide({ actors }), { input: { page: 1, kept: null }, clock })
  page.on('*', ({ type }) => emitted.push(type))
  page.start()
  // Twice: the policy is read first, and then what its periods would remove. A page does not notice what happens inside its parts.
  const settle = async () => {
    await pass(clock, 0)
    await pass(clock, 0)
  }
  await settle()
  calls.length = 0
  return { page, calls, emitted, settle }
}

it.each([
  ['deletion', ['people 1'], []],
  ['backup', ['backups 1'], ['backupMade']],
  ['confirmation', ['removals 1'], ['removalConfirmed']],
] as const)('what %s has done is read again', async (id, reads, facts) => {
  const { page, calls, emitted, settle } = await open()
  const part = page.getSnapshot().children[id]
  part?.send({ type: 'user.planned', action: { kind: 'make', id: '' } })
  part?.send({ type: 'user.confirmed' })
  await settle()
  expect(calls).toEqual(reads)
  expect(emitted).toEqual(facts)
})

it('other periods are counted before they are saved, once, and who is due is read after', async () => {
  const { page, calls, emitted, settle } = await open()
  const policy = page.getSnapshot().children.policy
  policy?.send({ type: 'user.changed', change: { auditLogs: '730' } })
  policy?.send({ type: 'user.changed', change: { enabled: true } })
  await settle()
  expect(calls).toEqual(['preview 30,730,365'])
  policy?.send({ type: 'user.submitted' })
  await settle()
  expect(calls).toEqual(['preview 30,730,365', 'people 1'])
  expect(emitted).toEqual(['policySaved'])
})

it('another page is another list, and has an address', async () => {
  const { page, calls, settle } = await open()
  const before = page.getSnapshot().children.removals
  page.send({ type: 'user.turned', page: 2 })
  await settle()
  expect(calls).toEqual(['address 2', 'removals 2'])
  expect(before?.getSnapshot().status).toBe('stopped')
})
