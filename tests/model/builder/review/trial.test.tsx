import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'
import { toProblem } from '#contract/kit/problem.ts'
import { orderOf } from '#src/machines/builder/review/order.ts'
import { trialMachine } from '#src/machines/builder/review/trial.machine.ts'
import { TrialCard } from '#src/views/builder/review/TrialCard.tsx'
import { fieldName } from '#src/views/kit/text/field-names.ts'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { shopDraft } from '../../kit/samples/drafts.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { eventDraft, exampleDraft, tried, triedInVain } from './reviews.ts'

const card = () => screen.getByRole('region', { name: 'Dry run' })

const fixture: Fixture<typeof trialMachine> = {
  view: (actor) => <TrialCard actor={actor} hrefOf={(step) => `/${step}`} onSave={() => {}} />,
  inputs: {
    'a source that can be asked': orderOf(shopDraft),
    'a webhook without an example': orderOf(eventDraft),
    'a webhook with an example': orderOf(exampleDraft),
  },
  answers: {
    send: {
      asks: ({ context }) => context.request,
      answers: { 'one of two records fits': tried, 'the source failed': triedInVain },
      problems: { 'the net is down': offline },
    },
  },
  drivers: { 'user.requested': press(/^(?:Dry run|Run the dry run again)$/), 'user.cancelled': press('Cancel') },
  assertions: {
    idle: ({ context: { request: order } }) => {
      expect(card().getAttribute('aria-busy')).toBe('false')
      const isStuck = order.examples?.length === 0
      expect(screen.queryAllByText(/Webhooks send their own records/)).toHaveLength(isStuck ? 1 : 0)
      screen.getByText(order.examples === undefined ? /^Reads up to 10 real records/ : /^Maps the source's example events/)
    },
    sending: () => {
      expect(card().getAttribute('aria-busy')).toBe('true')
      within(card()).getByRole('button', { name: /Reading and mapping…$/ })
    },
  },
  delays: {},
  project: ({ request: order, response: result, problem: told }) => ({
    examples: order.examples?.length ?? 'none needed',
    tried: result === null ? 'not yet' : result.problem === null ? 'well' : 'in vain',
    told: told?.code ?? false,
  }),
  parts: ['Dry run file'],
  invariants: {
    'each record is shown in and out, and each delivery as it would be sent': {
      when: ({ after }) => after.context.response !== null,
      holds: ({ after }) => {
        const { records = [], deliveries = [], message } = after.context.response ?? {}
        expect(card().textContent).toContain(message)
        if (records.length > 0) within(card()).getByText('Records are identified by the key columns “tenant” and “id”.')
        for (const { key, record, output, problem: why } of records) {
          within(card()).getByText(`Record ${key}`)
          expect(card().textContent).toContain(JSON.stringify(record, null, 2))
          if (output !== undefined) expect(card().textContent).toContain(JSON.stringify(output, null, 2))
          if (why === null) continue
          expect(card().textContent).toContain(why.message)
          for (const { path } of why.errors ?? []) within(card()).getByText(fieldName(path))
        }
        for (const { method, to, body } of deliveries) {
          expect(card().textContent).toContain(`${method} ${to}`)
          expect(card().textContent).toContain(body)
        }
      },
    },
    'what failed is told in its own words': {
      when: ({ event }) => event.type === 'xstate.error.actor.send',
      holds: ({ event }) => expect(screen.getByRole('alert').textContent).toContain(toProblem(event['error']).message),
    },
    'a new try begins without the previous response': {
      when: ({ event }) => event.type === 'user.requested',
      holds: () => {
        expect(screen.queryByRole('alert')).toBeNull()
        expect(screen.queryByRole('list', { name: 'Expected deliveries' })).toBeNull()
      },
    },
    'whoever cancels is left with nothing': {
      when: ({ event }) => event.type === 'user.cancelled',
      holds: ({ after }) => expect(after.context).toMatchObject({ response: null, problem: null }),
    },
  },
}

describe('a dry run', () => {
  verifyShape(trialMachine)
  verifyEveryEdge(trialMachine, fixture)
})
