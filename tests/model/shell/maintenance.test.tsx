import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { refusal } from '#contract/kit/problem.ts'
import type { Maintenance } from '#contract/settings/maintenance.ts'
import { type MaintenanceSnapshot, maintenanceMachine, selectIsOn } from '#src/machines/shell/maintenance.machine.ts'
import { MaintenanceBanner } from '#src/views/shell/pages/MaintenanceBanner.tsx'
import { MaintenancePage } from '#src/views/shell/pages/MaintenancePage.tsx'
import { pass } from '../kit/clock.ts'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { verifyShape } from '../kit/shape.ts'

const on: Maintenance = { on: true, message: 'New disks until noon', planned: null }
const ofAll: Maintenance = { ...on, message: 'All of it', until: '2030-01-02T03:04:00.000Z', isOfInstallation: true }
const window = { from: '2030-01-02T01:04:00.000Z', until: '2030-01-02T03:04:00.000Z', message: 'Then' }
const off: Maintenance = { on: false, message: '', planned: null }
const near: Maintenance = { ...off, planned: window }
const shut = refusal('maintenance/on', { message: 'The server says: until noon' })

const fixture: Fixture<typeof maintenanceMachine> = {
  view: (actor) => (
    <>
      <MaintenanceBanner actor={actor} />
      <MaintenancePage actor={actor} />
    </>
  ),
  inputs: { 'a page inside': undefined },
  answers: {
    readMaintenance: {
      asks: undefined,
      answers: { 'it is on': on, 'it is off': off, 'the operator has it on, and it ends': ofAll, 'one is planned': near },
      problems: { 'maintenance refuses even this': shut, 'the net is down': refusal('net/unreachable') },
    },
    watchFront: {
      asks: undefined,
      says: { 'the tab came to the front': { type: 'browser.asked' } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: { 'user.retried': press('Retry') },
  assertions: {
    looking: (snapshot) => {
      sees(snapshot)
      expect(screen.getByRole('button').textContent).toBe('Looking again…')
    },
    resting: sees,
  },
  delays: { lookPause: 4_000 },
  project: ({ notice, problem: told }) => ({
    on: notice?.on ?? 'unknown',
    message: notice?.message ?? '',
    planned: notice?.planned != null,
    told: told?.code ?? false,
  }),
  invariants: {
    'only the word of the server says that it is on, or that it is over': {
      when: ({ before, after }) => before.context.notice !== after.context.notice,
      holds: ({ event }) => expect(event.type).toMatch(/^xstate\.(done|error)\.actor\.readMaintenance$/),
    },
    'a look that failed changes nothing of what was said': {
      when: ({ after }) => after.context.problem !== null,
      holds: ({ before, after }) => expect(after.context.notice).toEqual(before.context.notice),
    },
    'a refusal because of maintenance is its message': {
      when: ({ event }) => event.type.startsWith('xstate.error.') && event['error'] === shut,
      holds: ({ after }) => expect(after.context.notice).toEqual({ on: true, message: shut.problem.message, planned: null }),
    },
    'why a look failed is told': {
      when: ({ after }) => after.context.problem !== null,
      holds: ({ after }) => expect(screen.getByRole('alert').textContent).toContain(after.context.problem?.message),
    },
  },
}

describe('a maintenance', () => {
  verifyShape(maintenanceMachine)
  verifyEveryEdge(maintenanceMachine, fixture)
})

it('is looked at 4 s after each answer', async () => {
  let looks = 0
  const clock = new SimulatedClock()
  const readMaintenance = fromPromise<Maintenance, void>(async () => {
    looks += 1
    return looks < 3 ? on : off
  })
  const actor = createActor(maintenanceMachine.provide({ actors: { readMaintenance } }), { clock }).start()
  await pass(clock, 0)
  expect([looks, selectIsOn(actor.getSnapshot())]).toEqual([1, true])
  await pass(clock, 3_999)
  expect(looks).toBe(1)
  await pass(clock, 1)
  expect([looks, selectIsOn(actor.getSnapshot())]).toEqual([2, true])
  await pass(clock, 4_000)
  expect([looks, selectIsOn(actor.getSnapshot())]).toEqual([3, false])
})

function sees({ context }: MaintenanceSnapshot) {
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Datacrane is in maintenance')
  const message = context.notice?.message ?? ''
  expect(screen.queryByRole('blockquote')?.textContent ?? '').toBe(message)
  const banner = screen.getByRole('status').textContent
  expect(banner).toContain(message)
  // What a person ends has no end of its own; what is planned names both of its ends, whatever is on now.
  expect(banner.includes('Begins:')).toBe(context.notice?.planned != null)
  expect(banner.includes('Ends:')).toBe(context.notice?.planned != null || context.notice?.until !== undefined)
  expect(banner.includes('The operator')).toBe(context.notice?.isOfInstallation ?? false)
  expect(screen.queryByRole('alert') !== null).toBe(context.problem !== null)
}
