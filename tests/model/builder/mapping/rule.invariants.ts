/** What the sheet of transforms promises whatever its chart says. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { problem } from '#contract/kit/problem.ts'
import type { RuleSnapshot } from '#src/machines/builder/mapping/rule.machine.ts'
import { ruleOf } from '#src/machines/builder/mapping/writing.ts'
import type { Invariant, Samples } from '../../kit/fixture.ts'

export const upper: NewMappingRule = { type: 'case', name: 'Old', sourcePath: 'email', to: 'upper' }

export const isOpen = ({ context }: RuleSnapshot) => context.target !== null
export const isRested = (snapshot: RuleSnapshot) => snapshot.matches({ writing: 'resting' })

export function seesNoSheet() {
  expect(screen.queryByRole('dialog')).toBeNull()
}

function isForm(snapshot: RuleSnapshot) {
  return snapshot.matches('writing') || snapshot.matches('validating') || snapshot.matches('saving')
}

export const invariants: Samples<Invariant<RuleSnapshot>> = {
  'nothing is saved that the server did not find sound': {
    when: ({ before, after }) => after.matches('saving') && !before.matches('saving'),
    holds: ({ event }) => {
      expect(event.type).toBe('xstate.done.actor.validateRule')
      expect(event['output'].isValid).toBe(true)
    },
  },
  'what is wrong stands at its field until it is written anew': {
    when: ({ before, after }) => before.context.faults.length > 0 || after.context.faults.length > 0,
    holds: ({ event, after }) => {
      const isTold = screen.queryByText('is too odd') !== null
      expect(isTold).toBe(after.context.faults.length > 0 && isForm(after))
      if (event['field'] === 'name') expect(isTold).toBe(false)
    },
  },
  'what was written stays, whatever comes back': {
    when: ({ before, after }) =>
      before.hasTag('busy') && after.matches('writing') && before.context.target !== null && !before.matches('listing'),
    holds: ({ before, after }) => expect(after.context.written).toEqual(before.context.written),
  },
  'a failure is told in the words of the catalogue': {
    when: ({ before, after }) =>
      isOpen(after) && after.context.problem !== null && before.context.problem !== after.context.problem,
    holds: ({ before, after }) => {
      const code = before.matches('listing') ? 'list' : before.matches('deleting') ? 'delete' : 'save'
      const { message } = problem(`mapping-rule/${code}-failed`)
      expect(after.context.problem?.message).toMatch(new RegExp(`^${message}`))
      expect(screen.getByRole('alert').textContent).toContain(after.context.problem?.message)
    },
  },
  'nothing is deleted without a confirmation': {
    when: ({ before, after }) => after.matches('deleting') && !before.matches('deleting'),
    holds: ({ event }) => expect(event.type).toBe('user.confirmed'),
  },
  'only what the server deleted is gone': {
    when: ({ before, after }) => before.context.rules.length > after.context.rules.length,
    holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.deleteRule'),
  },
  'whoever has picked, written or removed a transform is back at the mapping': {
    when: ({ event }) => ['user.applied', 'user.removed', 'xstate.done.actor.saveRule'].includes(event.type),
    holds: seesNoSheet,
  },
  'a saved transform opens as it is, and says how many fields a change is for': {
    when: ({ event, after }) => event.type === 'user.opened' && event['ruleId'] === '1' && after.context.edited === '1',
    holds: ({ after }) => {
      expect(ruleOf(after.context.ruleType, after.context.written)).toEqual(upper)
      screen.getByText(/^Used by 2 fields of this mapping\./)
    },
  },
  'a field that the source does not have is named with the one that was meant, and nothing is applied or tried with it': {
    when: ({ after }) => after.matches('writing') && after.context.written.sourcePaths === 'lastname',
    holds: ({ after }) => {
      screen.getByText('The source has no field “lastname”. Did you mean lastName?')
      expect(after.can({ type: 'user.submitted' })).toBe(false)
      expect(after.matches({ writing: 'previewing' })).toBe(false)
    },
  },
  'what is shown as the result was made by what is written': {
    when: ({ after }) => isRested(after) && after.context.preview !== null,
    holds: () => {
      const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
      expect(cells).toEqual(['"a@b.test"', '"A@B.TEST"'])
    },
  },
}
