import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { PlanPreview, PlanState } from '#contract/billing/plan.ts'
import { planChangeMachine } from '#src/machines/billing/plan-change.machine.ts'
import { PlanDialog } from '#src/views/billing/plan/PlanDialog.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const preview: PlanPreview = {
  ...{ from: 'Basic', to: 'Professional', monthNow: 0, monthThen: 24_950, nextMonth: 49_900, lines: [] },
  ...{ needsApproval: false, refusals: [], stops: [] },
}
const refusal = 'Professional allows 5 connectors. Your company has 12. Delete 7 connectors first.'
const state = {} as PlanState
const opens = { type: 'user.opened', plan: 'Professional' } as const

const fixture: Fixture<typeof planChangeMachine> = {
  view: (actor) => (
    <>
      <button type="button" onClick={() => actor.send(opens)}>
        Preview Professional
      </button>
      <PlanDialog actor={actor} currency="USD" />
    </>
  ),
  inputs: { 'the plans': undefined },
  answers: {
    readPreview: {
      asks: 'Professional',
      answers: { 'it fits': preview, 'it is too small': { ...preview, refusals: [refusal] } },
      problems: { 'the net is down': offline },
    },
    changePlan: { asks: 'Professional', answers: { 'it is changed': state }, problems: { 'the net is down': offline } },
  },
  drivers: {
    'user.opened': { ...press('Preview Professional'), event: opens },
    'user.retried': press('Retry'),
    'user.confirmed': press('Change Plan'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    reading: () => expect(screen.queryByText('$499.00')).toBeNull(),
    unread: () => screen.getByRole('button', { name: 'Retry' }),
    blocked: () => screen.getByText(refusal),
    previewed: () => screen.getByText('$499.00'),
    changing: () => screen.getByRole('button', { name: 'Working…' }),
  },
  delays: {},
  project: ({ plan, preview: it, problem }) => ({
    ...{ plan, refusals: it?.refusals.length ?? null, told: problem?.code ?? null },
  }),
  invariants: {
    'what went wrong is said': {
      when: ({ after }) => after.matches('unread') || after.matches('previewed'),
      holds: ({ after }) => expect(alertText() === null).toBe(after.context.problem === null),
    },
    'a plan that does not fit cannot be confirmed': {
      when: ({ after }) => after.matches('blocked'),
      holds: () => expect(screen.getByRole('button', { name: 'Change Plan' }).getAttribute('aria-disabled')).toBe('true'),
    },
  },
}

describe('the change of a plan', () => {
  verifyShape(planChangeMachine)
  verifyEveryEdge(planChangeMachine, fixture)
})
