import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { readingQuestionMachine } from '#src/machines/connectors/deployments/reading-question.machine.ts'
import { ReadingQuestion } from '#src/views/connectors/deployments/ReadingQuestion.tsx'
import { choose, press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const where = 'Start of reading'
const ask = (allowed: readonly string[]) => ({ question: toProblem(refusal('cursor/would-drop', { allowed })) })

const fixture: Fixture<typeof readingQuestionMachine> = {
  view: (actor) => <ReadingQuestion actor={actor} />,
  inputs: { 'a source that takes values': ask(['beginning', 'value']) },
  answers: {},
  drivers: {
    'user.choseReading': [
      {
        ...choose('From a value', where),
        event: { type: 'user.choseReading', from: 'value' },
        when: ({ context }) => context.from !== 'value',
      },
      {
        ...choose('From the beginning', where),
        event: { type: 'user.choseReading', from: 'beginning' },
        when: ({ context }) => context.from !== 'beginning',
      },
    ],
    'user.wroteReading': {
      ...write('7 ', 'First value to read'),
      event: { type: 'user.wroteReading', value: '7 ' },
      when: ({ context }) => context.value !== '7 ',
    },
    'user.begun': press('Deploy'),
    'user.left': press("Don't deploy"),
  },
  assertions: {
    choosing: ({ context }) => {
      screen.getByText(context.question.message)
      expect(screen.queryByRole('option', { name: 'Continue from the live version' })).toBeNull()
    },
    answered: isGone,
    left: isGone,
  },
  delays: {},
  project: ({ from, value, answer }) => ({ from, value, isAnswered: answer !== null }),
  invariants: {
    'it ends with what was chosen': {
      when: ({ event }) => event.type === 'user.begun',
      holds: ({ before: { context }, after }) =>
        expect(after.output).toEqual(context.from === 'value' ? { from: 'value', value: '7' } : { from: 'beginning' }),
    },
    'whoever leaves it answers nothing': {
      when: ({ event }) => event.type === 'user.left',
      holds: ({ after }) => expect(after.output).toBeNull(),
    },
    'a value is written before it is answered with': {
      when: ({ after: { context } }) => context.from === 'value' && context.value === '',
      holds: ({ after }) => expect(after.can({ type: 'user.begun' })).toBe(false),
    },
  },
}

describe('the question where a version begins to read', () => {
  verifyShape(readingQuestionMachine)
  verifyEveryEdge(readingQuestionMachine, fixture)
})

function isGone(): void {
  expect(screen.queryByRole('group', { name: where })).toBeNull()
}
