/** What the product promises of a replay, whatever the chart says. */
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { toProblem } from '#contract/kit/problem.ts'
import { openReplayStates } from '#contract/studio/replay.lifecycle.ts'
import type { ReplayProgressSnapshot, replayProgressMachine } from '#src/machines/studio/replay/replay-progress.machine.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { triedPlan } from './replays.ts'

const replayOf = ({ context }: ReplayProgressSnapshot) => context.reading?.replay
const card = () => screen.getByRole('region', { name: 'Replay' })
const plan = () => within(screen.getByRole('group', { name: 'Plan' }))
const arrived = 'Also send records that already arrived'

const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('\n')

export const invariants: NonNullable<Fixture<typeof replayProgressMachine>['invariants']> = {
  'nothing is sent but by a press': {
    when: ({ before, after }) => after.matches('starting') && !before.matches('starting'),
    holds: ({ event }) => expect(event.type).toBe('user.started'),
  },
  'the button says how many are sent: what never arrived, and what arrived already only when somebody chose it': {
    when: ({ after }) => after.matches('planned'),
    holds: ({ after }) => {
      const { neverArrived = 0, arrived: before = 0 } = replayOf(after)?.plan ?? {}
      const isTicked = screen.getByRole<HTMLInputElement>('checkbox', { name: arrived }).checked
      const count = neverArrived + (isTicked ? before : 0)
      const button = plan().getByRole('button', { name: count === 0 ? 'Send records' : `Send ${count} records` })
      const isBlocked = count === 0 || !replayOf(after)?.isStartable
      expect(button.getAttribute('aria-disabled')).toBe(String(isBlocked))
    },
  },
  'a plan that cannot be started any more says why and what to do, and can be discarded': {
    when: ({ after }) => after.matches('planned') && !replayOf(after)?.isStartable,
    holds: () => {
      within(card()).getByText('Out of date')
      within(card()).getByText('This plan is more than a day old. Plan it again.')
      plan().getByText('You can no longer send this plan. Create a new one.')
      expect(plan().getByRole('button', { name: 'Discard' }).getAttribute('aria-disabled')).not.toBe('true')
    },
  },
  'each part of the plan is told with what becomes of it': {
    when: ({ after }) => after.matches('planned'),
    holds: ({ after }) => {
      const { neverArrived } = replayOf(after)?.plan ?? {}
      const [list] = plan().getAllByRole('list')
      const told = [...(list?.children ?? [])].map(({ textContent }) => textContent)
      expect(told).toEqual([
        ...(neverArrived === 0 ? [] : ['2 failed in their run: will be sent']),
        '3 arrived already, or later versions of them: not sent unless you choose it: it could arrive twice, or an older version after a newer one',
        '1 is still on its way: will not be sent',
        '1 was not kept as it was read: cannot be sent',
      ])
    },
  },
  'the four steps stand where the server says': {
    when: ({ after }) => replayOf(after) !== undefined,
    holds: ({ after }) => {
      const step = replayOf(after)?.step ?? 0
      const steps = within(screen.getByRole('list', { name: 'Replay steps' })).getAllByRole('listitem')
      const names = ['Prepare', 'Send', 'Process', 'Complete']
      const mark = (place: number) => (place < step || step === 4 ? 'done' : place === step ? 'now' : 'not yet')
      expect(steps.map(({ textContent }) => textContent)).toEqual(names.map((name, at) => `${name} (${mark(at + 1)})`))
      expect(steps.filter((it) => it.getAttribute('aria-current') === 'step')).toHaveLength(step === 0 || step === 4 ? 0 : 1)
    },
  },
  'results are those that the server counted, and only at the end': {
    when: () => true,
    holds: ({ after }) => {
      const results = screen.queryByRole('region', { name: 'Results' })
      const { result, endedAt } = replayOf(after) ?? {}
      expect(results !== null).toBe(endedAt !== null && endedAt !== undefined)
      if (results === null || !result) return
      const figures = [...results.querySelectorAll('div')].map(({ textContent }) => textContent)
      expect(figures).toContain(`Transactions processed${result.processed}`)
      expect(figures).toContain(`Success rate${result.successRate}%`)
      expect(figures).toContain('Time taken4.0 s')
      expect(figures).toContain(`Failures${result.failures}`)
    },
  },
  'why it failed is told in the words of the server': {
    when: ({ after }) => replayOf(after)?.error !== null && replayOf(after)?.error !== undefined,
    holds: ({ after }) => expect(card().textContent).toContain(replayOf(after)?.error?.message),
  },
  'a failure is reported with its own message': {
    when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
    holds: ({ event }) => expect(alerts()).toContain(toProblem(event['error']).message),
  },
  'a start that failed is titled as the specification has it': {
    when: ({ event }) => event.type === 'xstate.error.actor.startReplay',
    holds: () => expect(alerts()).toContain('Replay Failed'),
  },
  'another choice makes the dry run void': {
    when: ({ event }) => event.type === 'user.included',
    holds: () => expect(screen.queryByRole('group', { name: 'Dry run of the plan' })).toBeNull(),
  },
  'a dry run shows each record and what would be sent': {
    when: ({ after }) => after.matches('planned') && after.context.dryRun !== null,
    holds: () => {
      const tried = within(screen.getByRole('group', { name: 'Dry run of the plan' }))
      tried.getByText(triedPlan.message)
      tried.getByText('https://crm.example.test/orders')
      tried.getByText('{"number":7}')
    },
  },
  'it is stopped only when the server says so': {
    when: ({ event }) => event.type === 'user.stopped',
    holds: ({ after }) => expect([...openReplayStates, 'planned']).toContain(replayOf(after)?.state),
  },
}
