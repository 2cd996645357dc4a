import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Opinion } from '#contract/assistant/assistant.ts'
import { opinionReasons } from '#contract/assistant/assistant-limits.ts'
import { opinionMachine } from '#src/machines/assistant/opinion.machine.ts'
import { OpinionButtons } from '#src/views/assistant/OpinionButtons.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const button = (name: string) => screen.queryByRole('button', { name })
const helpful: Opinion = { feedback: 'helpful', comment: '' }
const unhelpful: Opinion = { feedback: 'not-helpful', comment: '' }
const [reason, ...reasons] = opinionReasons
const says = (name: string, opinion: Opinion) => ({ ...press(name), event: { type: 'user.said', opinion } }) as const
const explains = (comment: string) =>
  ({ ...press(comment), event: { type: 'user.explained', opinion: { feedback: 'not-helpful', comment } } }) as const

const fixture: Fixture<typeof opinionMachine> = {
  view: (actor) => <OpinionButtons actor={actor} />,
  inputs: { 'nothing was said': { own: null }, 'it did not help': { own: unhelpful } },
  answers: {
    send: {
      asks: ({ context }) => context.said,
      answers: {
        'it helped': helpful,
        'it did not': unhelpful,
        'it did not, with a reason': { feedback: 'not-helpful', comment: reason },
      },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.said': [says('Yes', helpful), says('No', unhelpful)],
    'user.explained': [explains(reason), ...reasons.map(explains)],
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    idle: ({ context: { own, problem } }) => {
      expect(button('Yes')?.getAttribute('aria-pressed')).toBe(String(own?.feedback === 'helpful'))
      expect(button('No')?.getAttribute('aria-pressed')).toBe(String(own?.feedback === 'not-helpful'))
      expect(button(reason)?.getAttribute('aria-pressed') ?? null).toBe(
        own?.feedback === 'not-helpful' ? String(own.comment === reason) : null,
      )
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => expect(button('Yes')?.getAttribute('aria-disabled')).toBe('true'),
  },
  delays: {},
  project: ({ own, said, problem }) => ({
    ...{ own: own === null ? null : `${own.feedback} ${own.comment}`, said: `${said.feedback} ${said.comment}` },
    told: problem?.code ?? null,
  }),
  invariants: {
    'reasons are asked for where it did not help': {
      when: ({ after }) => after.context.own?.feedback !== 'not-helpful',
      holds: () => expect(screen.queryByText('What was wrong? (optional)')).toBeNull(),
    },
  },
}

describe('whether an answer helped', () => {
  verifyShape(opinionMachine)
  verifyEveryEdge(opinionMachine, fixture)
})
