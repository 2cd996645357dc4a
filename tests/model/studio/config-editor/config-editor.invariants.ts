/** What the product promises of a configuration's text, whatever the chart says: what was written is nobody's to lose, and what runs is what was shown. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { checkSections } from '#contract/connectors/config/config-sections.ts'
import { toProblem } from '#contract/kit/problem.ts'
import type { configEditorMachine } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { written } from '#src/machines/studio/config-editor/config-text.ts'
import { findingText } from '#src/views/kit/text/finding-text.ts'
import type { Fixture } from '../../kit/fixture.ts'

const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('\n')

export const invariants: NonNullable<Fixture<typeof configEditorMachine>['invariants']> = {
  'what was written goes only for what a person chose instead, or for what was published': {
    when: ({ before, event }) =>
      before.context.text !== '' &&
      !['user.typed', 'user.restored', 'user.cancelled', 'user.tookTheirs', 'xstate.done.actor.openConfig'].includes(event.type),
    holds: ({ before, after }) => expect(after.context.text).toBe(before.context.text),
  },
  'what the tab kept is what stands there': {
    when: ({ event }) => event.type === 'xstate.done.actor.openConfig' && event['output'].kept !== null,
    holds: ({ event, after }) => {
      expect(after.context.text).toBe(event['output'].kept.text)
      if (after.matches('changing')) screen.getByText(/1 secret is not saved in the browser/)
    },
  },
  'every edit asks for a validation of its own': {
    when: ({ event }) => event.type === 'user.typed' || event.type === 'user.restored',
    holds: ({ event, after }) => {
      expect(after.value).toEqual({ changing: 'editing' })
      expect(after.context).toMatchObject({ text: event['text'], findings: null, config: null, problem: null })
    },
  },
  'only what was found sound as it stands can be published': {
    when: ({ after }) => after.matches('confirming') || after.matches('publishing'),
    holds: ({ after }) => {
      expect(after.context.findings?.isValid).toBe(true)
      expect(written(after.context.text)).toEqual({ config: after.context.config })
    },
  },
  'nothing is published but by a press on Deploy Now, or with the answer it lacked': {
    when: ({ before, after }) => after.matches('publishing') && !before.matches('publishing'),
    holds: ({ before, event }) => {
      const isAnswered = before.matches('asking')
      expect(event.type).toBe(isAnswered ? 'xstate.done.actor.question' : 'user.deployed')
      if (!isAnswered) expect(before.matches('confirming')).toBe(true)
    },
  },
  'an answer is for one publication only': {
    when: ({ after }) => !after.matches('publishing'),
    holds: ({ after }) => expect(after.context.begins).toBeNull(),
  },
  'a publication that was left unanswered keeps its verdict and says why': {
    when: ({ event }) => event.type === 'xstate.done.actor.question' && event['output'] === null,
    holds: ({ before, after }) => {
      expect(after.value).toEqual({ changing: 'valid' })
      expect(alerts()).toContain(before.context.question?.message)
    },
  },
  'text that is not JSON is told in the words of the browser': {
    when: ({ before, event }) => event.type === 'user.validated' && 'problem' in written(before.context.text),
    holds: ({ before, after }) => {
      const it = written(before.context.text)
      expect(after.value).toEqual({ changing: 'editing' })
      expect(alerts()).toContain('JSON Validation Failed')
      expect(alerts()).toContain('problem' in it ? it.problem.message : 'nothing')
    },
  },
  'every error and every doubt is told with its place': {
    when: ({ after }) => after.context.findings !== null && !after.matches('confirming'),
    holds: ({ after }) => {
      const shown = screen.getByRole('region', { name: 'Validation Results' }).textContent
      const { errors = [], warnings = [] } = after.context.findings ?? {}
      for (const finding of [...errors, ...warnings]) {
        const { place, sentence } = findingText(finding)
        expect(shown).toContain(`${place}: ${sentence}`)
      }
      const { identity } = after.context.findings ?? {}
      expect(shown.includes('Records are identified by the field “id” or “key”. 2 of 10')).toBe(identity !== undefined)
    },
  },
  'what is said to be ready can be published': {
    when: ({ after }) => after.matches('changing'),
    holds: () => {
      const isReady = screen.getByRole('region', { name: 'Validation Results' }).textContent.includes('You can publish.')
      expect(screen.queryByRole('button', { name: 'Publish' }) !== null).toBe(isReady)
    },
  },
  'without a verdict of the server the rules of the sections are told': {
    when: ({ event }) => event.type === 'xstate.error.actor.checkConfig',
    holds: ({ after }) => {
      expect(after.context.findings).toEqual({ ...checkSections(after.context.config), isValid: false, from: 'rules' })
      const shown = screen.getByRole('region', { name: 'Validation Results' }).textContent
      expect(shown).toContain('The server could not validate this.')
      expect(shown).not.toContain('Not validated yet.')
    },
  },
  'a publication that may pass later keeps its verdict': {
    when: ({ before, event }) =>
      before.matches('publishing') && event.type === 'xstate.error.actor.publishConfig' && event['error'].problem.retryable,
    holds: ({ after }) => {
      expect(after.value).toEqual({ changing: 'valid' })
      expect(alerts()).toContain(after.context.problem?.message)
    },
  },
  'errors keep it from being published, and that is said': {
    when: ({ event }) => event.type === 'xstate.done.actor.checkConfig' && !event['output'].isValid,
    holds: () => {
      expect(alerts()).toContain('Validation Failed')
      expect(alerts()).toContain('Please fix the validation errors before publishing')
      expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
    },
  },
  'a failure is reported with its own message': {
    when: ({ event, after }) =>
      event.type.startsWith('xstate.error.actor.') &&
      !after.matches('comparing') &&
      !after.matches('opening') &&
      !after.matches('asking'),
    holds: ({ event, after }) => {
      const isMissing = after.context.problem?.code === 'config/missing'
      expect(alerts()).toContain(isMissing ? 'Configuration Not Found' : toProblem(event['error']).message)
    },
  },
  'a session that is over is said so': {
    when: ({ event }) => event.type === 'xstate.error.actor.publishConfig' && event['error'].problem.code === 'config/no-token',
    holds: () => {
      expect(alerts()).toContain('Authentication Error')
      expect(alerts()).toContain('No authentication token found')
    },
  },
  'a deployment that was lost is still told when the text is read again': {
    when: ({ before, event, after }) =>
      before.matches('opening') &&
      before.context.problem !== null &&
      event.type.startsWith('xstate.done') &&
      after.matches('reading'),
    holds: ({ before }) => {
      expect(alerts()).toContain('Publish Failed')
      expect(alerts()).toContain(before.context.problem?.message)
    },
  },
  'nobody else is overwritten before both texts stood side by side': {
    when: ({ event }) => event.type === 'user.keptMine' || event.type === 'user.tookTheirs',
    holds: ({ before, event, after }) => {
      expect(before.matches('stale')).toBe(true)
      expect(before.context.theirs).not.toBeNull()
      expect(after.context.revision).toBe(before.context.theirs?.revision)
      const chosen = event.type === 'user.keptMine' ? before.context.text : before.context.theirs?.text
      expect(after.context.text).toBe(chosen)
    },
  },
  'a newer save is read, and what was typed stands there until a person chose': {
    when: ({ event }) => event.type === 'user.caughtUp',
    holds: ({ before, after }) => {
      expect(after.value).toBe(before.matches('reading') ? 'opening' : 'comparing')
      expect(after.context).toMatchObject({ text: before.context.text, revision: before.context.revision })
    },
  },
  'both texts stand in one': {
    when: ({ after }) => after.matches('stale') && after.context.theirs !== null,
    holds: () => void screen.getByRole('textbox', { name: 'The newer version, with your changes' }),
  },
  'a publication of ours whose answer was lost is nobody else’s': {
    when: ({ before, event }) => {
      const { text, isDeploying, live } = event['output']?.saved ?? {}
      const { text: own } = before.context
      return before.matches('comparing') && text === own && (isDeploying || live?.text === own)
    },
    holds: ({ after }) => expect(after.matches('opening')).toBe(true),
  },
  'whoever cancels has what is saved': {
    when: ({ event }) => event.type === 'user.cancelled',
    holds: ({ after }) => {
      expect(after.context.text).toBe(after.context.saved?.text)
      expect(after.context.revision).toBe(after.context.saved?.revision)
      expect(after.context.findings).toBeNull()
    },
  },
}
