/** What the product promises of the last look at a draft, whatever the chart says. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { problem, toProblem } from '#contract/kit/problem.ts'
import type { reviewMachine } from '#src/machines/builder/review/review.machine.ts'
import { fieldName } from '#src/views/kit/text/field-names.ts'
import { findingText } from '#src/views/kit/text/finding-text.ts'
import type { Fixture } from '../../kit/fixture.ts'

const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('\n')

/** What is said when an answer is late. */
export const invariants: NonNullable<Fixture<typeof reviewMachine>['invariants']> = {
  'only what has no errors and misses nothing is deployed, and only by a press': {
    when: ({ before, after }) => after.matches('deploying') && !before.matches('deploying'),
    holds: ({ before, after, event }) => {
      // A press of Deploy on a step is carried out here, unless there are warnings that did not stand beside it.
      if (event.type === 'xstate.done.actor.checkConfig')
        for (const warning of event['output'].verdict.warnings) expect(event['output'].order.seen).toContainEqual(warning)
      else expect(event.type).toBe('user.deployed')
      expect(after.context.verdict?.isValid).toBe(true)
      expect(Object.values(before.context.missing).flat()).toEqual([])
    },
  },
  'a press of Deploy on a step that meets warnings says that it was not carried out': {
    when: ({ after }) => after.matches('reviewed') && after.context.isHeld,
    holds: () => {
      screen.getByText('Not deployed yet. Read the warnings above, then deploy.')
    },
  },
  'every error and every doubt of the server is told with its place': {
    when: ({ after }) => after.matches('reviewed'),
    holds: ({ after }) => {
      const shown = screen.getByRole('region', { name: 'Validation' }).textContent
      for (const finding of [...(after.context.verdict?.errors ?? []), ...(after.context.verdict?.warnings ?? [])]) {
        const { place, sentence } = findingText(finding)
        expect(shown).toContain(`${place}: ${sentence}`)
      }
    },
  },
  'what names the records is said when the server knows it': {
    when: ({ after }) => after.matches('reviewed'),
    holds: ({ after }) =>
      expect(screen.queryAllByText(/^Records are identified by/).map(({ textContent }) => textContent)).toEqual(
        after.context.verdict?.identity === undefined
          ? []
          : [
              'Records are identified by the field “id” or “key”. 2 of 10 sample records have none, so their whole content identifies them.',
            ],
      ),
  },
  'a failure is reported with its own message': {
    when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
    holds: ({ event }) => expect(alerts()).toContain(toProblem(event['error']).message),
  },
  'a deployment that takes too long is reported with the message of the catalogue': {
    when: ({ event }) => event.type.startsWith('xstate.after.deployLimit'),
    holds: () => expect(alerts()).toContain(problem('connector/deploy-timeout').message),
  },
  'a deployment that ends badly says why, to the field, and where to look': {
    when: ({ event }) => event.type === 'xstate.done.actor.deployment' && event['output'].problem !== null,
    holds: ({ event }) => {
      for (const { path, message } of event['output'].problem.errors) expect(alerts()).toContain(`${fieldName(path)} ${message}`)
      expect(screen.getByRole('link', { name: 'View status' }).getAttribute('href')).toBe('/details/shop')
    },
  },
  'of what is live already nothing is deployed, and no dry run begins without a press': {
    when: ({ event }) => event.type === 'xstate.done.actor.checkConfig' && event['output'].live !== null,
    holds: ({ after }) => {
      expect(after.matches('live')).toBe(true)
      expect(after.context.dryRunStart).toBe('byPress')
      expect(screen.queryByRole('button', { name: 'Deploy' })).toBeNull()
    },
  },
  'it is live only when the server said so': {
    when: ({ before, after }) => after.hasTag('live') && !before.hasTag('live'),
    holds: ({ event }) => {
      if (event.type === 'xstate.done.actor.checkConfig') expect(event['output'].live).not.toBeNull()
      else {
        expect(event.type).toBe('xstate.done.actor.deployment')
        expect(event['output'].problem).toBeNull()
      }
      expect(alerts()).toBe('')
    },
  },
  'a run has started only when the server said so': {
    when: ({ before, after }) => after.matches('started') && !before.matches('started'),
    holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.startRun'),
  },
  'a new attempt begins without the old alarm': {
    when: ({ event }) => event.type.startsWith('user.'),
    holds: () => expect(alerts()).toBe(''),
  },
}
