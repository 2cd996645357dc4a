import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { articleAnswerMachine } from '#src/machines/help/article-answer.machine.ts'
import { ArticleAnswer } from '#src/views/help/ArticleAnswer.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const button = (name: string) => screen.queryByRole('button', { name })
const says = (name: 'Yes' | 'No') =>
  ({ ...press(name), event: { type: 'user.requested', change: { isHelpful: name === 'Yes' } } }) as const

const fixture: Fixture<typeof articleAnswerMachine> = {
  view: (actor) => <ArticleAnswer actor={actor} before={null} />,
  inputs: { nothing: { isHelpful: true } },
  answers: {
    send: {
      asks: ({ context }) => context.request,
      answers: { 'it was helpful': { own: true, share: null }, 'it was not': { own: false, share: { solved: 41, answers: 63 } } },
      problems: { 'the net is down': offline },
    },
  },
  drivers: { 'user.requested': [says('Yes'), says('No')], 'user.cancelled': press('Cancel') },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      const own = response?.own ?? null
      expect(button('Yes')?.getAttribute('aria-pressed')).toBe(String(own === true))
      expect(button('No')?.getAttribute('aria-pressed')).toBe(String(own === false))
      expect(screen.queryByText('Solved here: 41 of 63 in the last 90 days') !== null).toBe(response?.share != null)
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => expect(button('Yes')?.getAttribute('aria-disabled')).toBe('true'),
  },
  delays: {},
  exits: ['Contact Support'],
  project: ({ request, response, problem }) => ({ ...request, own: response?.own ?? null, told: problem?.code ?? null }),
  invariants: {
    'one button is pressed at most': {
      when: () => true,
      holds: () => expect(screen.queryAllByRole('button', { pressed: true }).length).toBeLessThanOrEqual(1),
    },
  },
}

describe('whether an article was helpful', () => {
  verifyShape(articleAnswerMachine)
  verifyEveryEdge(articleAnswerMachine, fixture)
})
