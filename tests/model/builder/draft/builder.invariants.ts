/** What the product promises of a draft, whatever the chart says: hours of somebody's work hang on each of these. */
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'

import { toProblem } from '#contract/kit/problem.ts'
import type { BuilderSnapshot, builderMachine } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { fieldName } from '#src/views/kit/text/field-names.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { alertText } from '../../kit/samples/public-pages.ts'

export const invariants: NonNullable<Fixture<typeof builderMachine>['invariants']> = {
  'what was typed stands in the draft': {
    when: ({ event }) => event.type === 'user.changed',
    holds: ({ event, after }) => expect(after.context.draft).toMatchObject(event['change']),
  },
  'what stands in the draft goes only for what the server took, or for what a person chose instead': {
    when: ({ before, event, after }) =>
      before.context.draft !== null &&
      event.type !== 'user.changed' &&
      event.type !== 'user.tookTheirs' &&
      !(event.type === 'xstate.done.actor.saveDraft' && after.matches('saved')),
    holds: ({ before, after }) => expect(written(after)).toEqual(written(before)),
  },
  'what was typed during a save is saved after it': {
    when: ({ before, event }) => event.type === 'xstate.done.actor.saveDraft' && before.context.draft !== before.context.sent,
    holds: ({ after }) => expect(after.matches('waiting')).toBe(true),
  },
  'no save starts from a revision that is older than one that is known': {
    when: ({ before, after }) => after.matches('saving') && !before.matches('saving'),
    holds: ({ before, after }) => {
      const known = [before.context.saved?.revision ?? 0, before.context.theirs?.revision ?? 0]
      expect(after.context.draft?.revision).toBeGreaterThanOrEqual(Math.max(...known))
      expect(after.context.sent).toBe(after.context.draft)
    },
  },
  'it is called saved only when the server has all of it': {
    when: ({ after }) => after.matches('saved'),
    holds: ({ after }) => {
      expect(after.context.draft).not.toBeNull()
      expect(after.context.draft).toBe(after.context.saved)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  },
  'what the server does not take is told, and to the field': {
    when: ({ event, after }) =>
      event.type === 'xstate.error.actor.saveDraft' && (after.matches('unsaved') || after.matches('refused')),
    holds: ({ event }) => {
      expect(alertText()).toContain(toProblem(event['error']).message)
      for (const { path, message } of toProblem(event['error']).errors ?? [])
        expect(alertText()).toContain(`${fieldName(path)} ${message}`)
    },
  },
  'nobody else is overwritten before both versions stood side by side': {
    when: ({ event }) => event.type === 'user.keptMine' || event.type === 'user.tookTheirs',
    holds: ({ before }) => {
      expect(before.matches('stale')).toBe(true)
      expect(before.context.theirs).not.toBeNull()
    },
  },
  'both versions stand side by side where they differ': {
    when: ({ after }) => after.matches('stale') && after.context.theirs !== null,
    holds: ({ after }) => {
      const [mine, theirs] = [after.context.draft?.profile, after.context.theirs?.profile]
      const row = mine?.name === theirs?.name ? `details ${mine?.details} nothing` : `name ${mine?.name} ${theirs?.name}`
      within(screen.getByRole('table', { name: 'Differences' })).getByRole('row', { name: row })
    },
  },
  'whoever takes theirs has theirs': {
    when: ({ event }) => event.type === 'user.tookTheirs',
    holds: ({ before, after }) => expect(after.context.draft).toBe(before.context.theirs),
  },
  'a save of ours whose answer was lost is nobody else’s': {
    when: ({ before, event }) => {
      const { name, details } = before.context.sent?.profile ?? {}
      return before.matches('comparing') && name === event['output']?.profile.name && details === event['output']?.profile.details
    },
    holds: ({ after }) => {
      expect(after.matches('waiting')).toBe(true)
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  },
}

function written({ context }: BuilderSnapshot): Pick<Draft, 'profile' | 'config' | 'shapes'> | null {
  if (context.draft === null) return null
  const { profile, config, shapes } = context.draft
  return { profile, config, shapes }
}
