/** What the product promises of a mapping, whatever the chart says. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { targetOf } from '#src/machines/builder/mapping/lines.ts'
import type { mappingMachine } from '#src/machines/builder/mapping/mapping.machine.ts'
import type { Fixture } from '../../kit/fixture.ts'

const reader = 'email'

export const invariants: NonNullable<Fixture<typeof mappingMachine>['invariants']> = {
  'undo gives back the lines as they were before the last change': {
    when: ({ event }) => event.type === 'user.undid',
    holds: ({ before, after }) => {
      expect(after.context.edges).toEqual(before.context.past.at(-1)?.edges)
      expect(after.context.future[0]?.edges).toEqual(before.context.edges)
    },
  },
  'what a person changes can be taken back': {
    when: ({ event, before, after }) => /^user\.(?!undid|redid)/.test(event.type) && after.context.edges !== before.context.edges,
    holds: ({ before, after }) => {
      expect(after.context.past.at(-1)?.edges).toEqual(before.context.edges)
      expect(after.can({ type: 'user.undid' })).toBe(true)
      expect(after.can({ type: 'user.redid' })).toBe(false)
    },
  },
  'redo gives back what undo took': {
    when: ({ event }) => event.type === 'user.redid',
    holds: ({ before, after }) => expect(after.context.edges).toEqual(before.context.future[0]?.edges),
  },
  'one target never has two lines': {
    when: () => true,
    holds: ({ after }) => {
      const targets = after.context.edges.map(targetOf)
      expect(new Set(targets).size).toBe(targets.length)
    },
  },
  'no suggestion changes a line of a person': {
    when: ({ event }) => event.type === 'user.acceptedSuggestions',
    holds: ({ before, after }) => {
      const own = before.context.edges.filter(({ id }) => !before.context.suggested.includes(id))
      expect(after.context.edges).toEqual(expect.arrayContaining(own))
      expect(after.context.suggested).toContain(`to ${reader}`)
    },
  },
  'only a person and another tab change lines': {
    when: ({ before, after }) => after.context.edges !== before.context.edges,
    holds: ({ event }) => expect(event.type).toMatch(/^(user\.|draft\.replaced$)/),
  },
  'what is refused is explained at its field, and changes nothing': {
    when: ({ after }) => after.context.refused !== null,
    holds: ({ before, after }) => {
      expect(after.context.edges).toBe(before.context.edges)
      const words = { taken: /^This field is already mapped/, overlaps: /^A mapping already fills a field/ } as const
      const said = screen.getByText(words[after.context.refused?.why as keyof typeof words])
      expect(said.closest('[role=cell]')?.textContent).toContain(after.context.refused?.path)
    },
  },
  'what comes out is what the engine said, and only of the lines as they are': {
    when: ({ after }) => after.context.edges.length > 0 && after.context.answer !== null,
    holds: ({ after: { context } }) => {
      const isCurrent = context.previewed === context.edges
      const isMade = context.answer?.records[0]?.outcome === 'mapped'
      expect(screen.queryAllByText(/"out"/).length > 0).toBe(isCurrent && isMade)
      expect(screen.queryAllByText('"email" must fit').length > 0).toBe(isCurrent && !isMade)
      expect(screen.queryAllByText('Not previewed').length > 0).toBe(!isCurrent)
    },
  },
  'what was checked is said as the server said it': {
    when: ({ event }) => event.type === 'xstate.done.actor.checkMapping',
    holds: ({ event }) => screen.getByText(event['output'].isValid ? 'a warning' : 'a fault'),
  },
  'a verdict holds for the lines that it was said of': {
    when: ({ before, after }) => after.context.edges !== before.context.edges,
    holds: ({ after }) => {
      expect(after.context.verdict).toBeNull()
      expect(after.context.checkProblem).toBeNull()
    },
  },
  'what is required and missing is counted': {
    when: () => true,
    holds: ({ after }) => {
      const isMissing = after.context.edges.length === 0
      expect(screen.queryByText('1 required field is not mapped.') !== null).toBe(isMissing)
    },
  },
}
