import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { problem, refusal } from '#contract/kit/problem.ts'
import { type RuleSnapshot, ruleMachine } from '#src/machines/builder/mapping/rule.machine.ts'
import { RuleDialog } from '#src/views/builder/mapping/RuleDialog.tsx'
import { choose, press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const constant: NewMappingRule = { type: 'constant', name: 'Shop', value: 'shop' }
const upper: NewMappingRule = { type: 'case', name: 'Shop', sourcePath: 'email', to: 'upper' }
const ruleOf = (_id: string, rule: NewMappingRule): MappingRule => ({
  _id,
  rule,
  createdBy: null,
  createdAt: '2026-11-20T10:00:00.000Z',
})
const kept = ruleOf('1', { ...constant, name: 'Old' })
const target = { targetPath: 'mail', sourcePath: 'email' }
const sent = ({ context }: RuleSnapshot) => (context.ruleType === 'case' ? upper : constant)

const isOpen = ({ context }: RuleSnapshot) => context.target !== null

const fixture: Fixture<typeof ruleMachine> = {
  view: (actor) => (
    <>
      <button type="button" onClick={() => actor.send({ type: 'user.opened', ...target })}>
        Rule for mail
      </button>
      <RuleDialog actor={actor} />
    </>
  ),
  inputs: { 'a mapping': undefined },
  answers: {
    listRules: {
      asks: undefined,
      answers: { 'one rule': [kept] },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    validateRule: {
      asks: sent,
      answers: {
        sound: { isValid: true, errors: [], warnings: [] },
        'not sound': { isValid: false, errors: [{ path: '/name', message: 'is too odd' }], warnings: [] },
      },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    saveRule: {
      asks: sent,
      answers: { saved: kept },
      problems: {
        'a field is refused': refusal('connector/invalid', { errors: [{ path: '/name', message: 'is too odd' }] }),
        'the net is down': refusal('net/unreachable'),
      },
    },
    deleteRule: {
      asks: { ruleId: '1' },
      answers: { deleted: undefined },
      problems: { 'it is not theirs': refusal('auth/forbidden') },
    },
  },
  drivers: {
    'user.opened': { ...press('Rule for mail'), event: { type: 'user.opened', ...target } },
    'user.left': press('Close'),
    'user.retried': press('Retry'),
    'user.applied': {
      ...press('Use Old'),
      event: { type: 'user.applied', ruleId: '1' },
    },
    'user.began': press('New rule'),
    'user.deleted': {
      ...press('Delete Old'),
      event: { type: 'user.deleted', ruleId: '1' },
      behind: (snapshot) => !snapshot.context.rules.some(({ _id }) => _id === '1'),
    },
    'user.choseType': {
      ...choose('Upper or lower case', 'What it does'),
      event: { type: 'user.choseType', ruleType: 'case' },
      when: ({ context }) =>
        context.ruleType === 'constant' &&
        context.written.name === 'Shop' &&
        context.problem === null &&
        context.faults.length === 0,
    },
    'user.wrote': [
      {
        ...write('Shop', 'Name of the rule'),
        event: { type: 'user.wrote', field: 'name', text: 'Shop' },
        when: ({ context }) => context.written.value === 'shop' && context.written.name === undefined,
      },
      {
        ...write('', 'Name of the rule'),
        says: 'empty the name where the fault is',
        event: { type: 'user.wrote', field: 'name', text: '' },
        when: ({ context }) => context.faults.length > 0,
      },
      {
        ...write('shop', 'Value'),
        event: { type: 'user.wrote', field: 'value', text: 'shop' },
        behind: ({ context }) => context.ruleType !== 'constant',
        when: ({ context }) => context.written.name === undefined && context.written.value === undefined,
      },
      {
        ...write('other', 'Source field'),
        event: { type: 'user.wrote', field: 'sourcePath', text: 'other' },
        behind: ({ context }) => context.ruleType !== 'case',
        when: ({ context }) => context.written.sourcePath === 'email',
      },
      {
        ...choose('lower case', 'Written as'),
        event: { type: 'user.wrote', field: 'to', text: 'lower' },
        behind: ({ context }) => context.ruleType !== 'case',
        when: ({ context }) => context.written.to === 'upper',
      },
    ],
    'user.submitted': { ...press('Save and use'), when: ({ context }) => context.written.name === 'Shop' },
    'user.cancelled': press('Cancel'),
    'user.confirmed': press('Delete rule'),
  },
  assertions: {
    listing: (snapshot) => {
      if (isOpen(snapshot)) screen.getByText('Loading rules…')
      else seesNoDialog()
    },
    unlisted: (snapshot) => {
      if (isOpen(snapshot)) expect(screen.getByRole('alert').textContent).toContain('Get mapping rules failed')
      else seesNoDialog()
    },
    choosing: (snapshot) => {
      if (!isOpen(snapshot)) return seesNoDialog()
      const names = screen.queryAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)
      expect(names).toEqual(snapshot.context.rules.map(({ rule }) => rule.name))
      if (names.length === 0) screen.getByText('No rule is saved yet.')
    },
    writing: (snapshot) => seesForm(snapshot, 'Save and use'),
    validating: (snapshot) => seesForm(snapshot, 'Saving…'),
    saving: (snapshot) => seesForm(snapshot, 'Saving…'),
    confirming: () => void screen.getByRole('dialog', { name: 'Delete the rule Old?' }),
    deleting: () => void screen.getByRole('button', { name: 'Deleting…' }),
  },
  delays: {},
  project: (context) => ({
    rules: context.rules.map(({ _id }) => _id).join(),
    open: context.target !== null,
    type: context.ruleType === 'case',
    name: context.written.name ?? false,
    value: context.written.value !== undefined,
    faulty: context.faults.length > 0,
    told: context.problem?.code ?? false,
  }),
  invariants: {
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
      when: ({ before, after }) => before.hasTag('busy') && after.matches('writing'),
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
    'whoever has picked or written a rule is back at the mapping': {
      when: ({ event }) => event.type === 'user.applied' || event.type === 'xstate.done.actor.saveRule',
      holds: seesNoDialog,
    },
  },
}

describe('mapping rules', () => {
  verifyShape(ruleMachine)
  verifyEveryEdge(ruleMachine, fixture)
})

function seesNoDialog() {
  expect(screen.queryByRole('dialog')).toBeNull()
}

function isForm(snapshot: RuleSnapshot) {
  return snapshot.matches('writing') || snapshot.matches('validating') || snapshot.matches('saving')
}

function seesForm({ context }: RuleSnapshot, button: string) {
  screen.getByRole('button', { name: button })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the rule' }).value).toBe(context.written.name ?? '')
}
