import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect, it } from 'vitest'

import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { refusal } from '#contract/kit/problem.ts'
import { openRule, type RuleTarget } from '#src/machines/builder/mapping/rule.context.ts'
import { type RuleActor, type RuleSnapshot, ruleMachine } from '#src/machines/builder/mapping/rule.machine.ts'
import { ruleOf } from '#src/machines/builder/mapping/writing.ts'
import { RuleSheet } from '#src/views/builder/mapping/RuleSheet.tsx'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { choose, press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'
import { click, named } from './mapping.scene.tsx'
import { invariants, isOpen, isRested, seesNoSheet, upper } from './rule.invariants.ts'

const joined: NewMappingRule = { type: 'concatenate', name: 'mail', sourcePaths: ['email'], separator: ' ' }
const kept: MappingRule = { _id: '1', rule: upper, createdBy: null, createdAt: '2026-11-20T10:00:00.000Z' }
const known = ['email', 'lastName']
const target: RuleTarget = { targetPath: 'mail', sourcePath: 'email', known }
/** A line that has the saved rule. */
const ruled: RuleTarget = { ...target, ruleId: '1' }
const sent = ({ context: { ruleType, written } }: RuleSnapshot) => ruleOf(ruleType, written)
const made = [{ goesIn: 'a@b.test', outcome: 'made' as const, comesOut: 'A@B.TEST', reason: null }]

/** As it opened for a field without a transform: what is done to a form is done from here. */
const isFresh = ({ context: { written, ruleType, target: of, faults, problem: told, rules } }: RuleSnapshot) =>
  of?.ruleId === undefined &&
  rules.length > 0 &&
  ruleType === 'concatenate' &&
  written.sourcePaths === 'email' &&
  written.separator === ' ' &&
  faults.length === 0 &&
  told === null
/** Where the written transform names what it reads. */
const readsIn = ({ ruleType }: RuleSnapshot['context']) => (ruleType === 'concatenate' ? 'sourcePaths' : 'sourcePath')
/** With what it makes: one of the many forms that could be left alike. */
const isTried = (snapshot: RuleSnapshot) => isRested(snapshot) && isFresh(snapshot) && snapshot.context.preview !== null

function Shown({ actor }: { readonly actor: RuleActor }) {
  const canOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.opened', ...target }))
  return (
    <>
      {[target, ruled].map((of) => (
        <Button key={of.ruleId ?? ''} isBlocked={!canOpen} onPress={() => actor.send({ type: 'user.opened', ...of })}>
          {of.ruleId === undefined ? 'Transform of mail' : 'Old: transform of mail'}
        </Button>
      ))}
      <RuleSheet actor={actor} uses={new Map([['1', 2]])} />
    </>
  )
}

const fixture: Fixture<typeof ruleMachine> = {
  view: (actor) => <Shown actor={actor} />,
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
      asks: (snapshot) => ({ ruleId: snapshot.context.edited, rule: sent(snapshot) }),
      answers: { saved: kept },
      problems: {
        'a field is refused': refusal('connector/invalid', { errors: [{ path: '/name', message: 'is too odd' }] }),
        'the net is down': refusal('net/unreachable'),
      },
    },
    previewRule: {
      asks: sent,
      answers: { 'one record': made },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    deleteRule: {
      asks: { ruleId: '1' },
      answers: { deleted: undefined },
      problems: { 'it is not theirs': refusal('auth/forbidden') },
    },
  },
  drivers: {
    'user.opened': [
      {
        ...press('Transform of mail'),
        event: { type: 'user.opened', ...target },
        when: (snapshot) =>
          !snapshot.matches('writing') ||
          (isRested(snapshot) && snapshot.context.edited === '1' && snapshot.context.preview !== null),
      },
      {
        ...press('Old: transform of mail'),
        event: { type: 'user.opened', ...ruled },
        when: (snapshot) => snapshot.matches('closed') && snapshot.context.rules.length > 0,
      },
    ],
    'user.left': press('Close'),
    'user.retried': press('Retry'),
    'user.applied': {
      ...press('Use Old'),
      event: { type: 'user.applied', ruleId: '1' },
      when: isTried,
    },
    'user.removed': { ...press('Remove'), when: (snapshot) => isRested(snapshot) && snapshot.context.preview !== null },
    'user.deleted': {
      ...press('Delete Old'),
      event: { type: 'user.deleted', ruleId: '1' },
      behind: (snapshot) => !snapshot.context.rules.some(({ _id }) => _id === '1'),
      when: isTried,
    },
    'user.choseType': {
      ...choose('Change case', 'Transform'),
      event: { type: 'user.choseType', ruleType: 'case' },
      when: isTried,
    },
    'user.wrote': [
      {
        ...write('', 'Name'),
        says: 'empty the name where the fault is',
        event: { type: 'user.wrote', field: 'name', text: '' },
        when: (snapshot) => isRested(snapshot) && snapshot.context.faults.length > 0,
      },
      {
        ...write('-', 'Separator'),
        event: { type: 'user.wrote', field: 'separator', text: '-' },
        behind: ({ context }) => context.ruleType !== 'concatenate',
        when: isTried,
      },
      {
        ...named('remove the field', 'button', /^Remove (email|lastname)$/i, click),
        event: { type: 'user.wrote', field: 'sourcePaths', text: '' },
        behind: ({ context }) => context.written[readsIn(context)] === '',
        when: isTried,
      },
      {
        ...named('add a field that the source does not have', 'combobox', 'Add a field', async (control, user) => {
          await user.click(control)
          await user.paste('lastname')
          await user.keyboard('{Enter}')
        }),
        event: { type: 'user.wrote', field: 'sourcePaths', text: 'lastname' },
        when: (snapshot) => isRested(snapshot) && snapshot.context.written.sourcePaths === '',
      },
      {
        ...press('Use lastName'),
        event: { type: 'user.wrote', field: 'sourcePaths', text: 'lastName' },
        behind: ({ context }) => context.written.sourcePaths !== 'lastname',
      },
      {
        ...choose('lower case', 'Written as'),
        event: { type: 'user.wrote', field: 'to', text: 'lower' },
        behind: ({ context }) => context.ruleType !== 'case',
        when: (snapshot) => isRested(snapshot) && snapshot.context.edited === '1' && snapshot.context.preview !== null,
      },
    ],
    'user.submitted': { ...press('Apply'), when: isTried },

    'user.cancelled': press('Cancel'),
    'user.confirmed': press('Delete transform'),
  },
  assertions: {
    listing: (snapshot) => {
      if (isOpen(snapshot)) screen.getByText('Loading saved transforms…')
      else seesNoSheet()
    },
    unlisted: (snapshot) => {
      if (isOpen(snapshot)) expect(screen.getByRole('alert').textContent).toContain('Get mapping rules failed')
      else seesNoSheet()
    },
    closed: seesNoSheet,
    'writing.pausing': (snapshot) => seesForm(snapshot, 'Apply'),
    'writing.previewing': (snapshot) => {
      seesForm(snapshot, 'Apply')
      expect(screen.getByRole('region', { name: 'Preview' }).getAttribute('aria-busy')).toBe('true')
    },
    'writing.resting': (snapshot) => {
      seesForm(snapshot, 'Apply')
      expect(screen.queryByRole('table') !== null).toBe(snapshot.context.preview !== null)
    },
    validating: (snapshot) => seesForm(snapshot, 'Saving…'),
    saving: (snapshot) => seesForm(snapshot, 'Saving…'),
    confirming: () => void screen.getByRole('dialog', { name: 'Delete transform Old?' }),
    deleting: () => void screen.getByRole('button', { name: 'Deleting…' }),
  },
  delays: { previewPause: 400 },
  project: (context) => ({
    rules: context.rules.map(({ _id }) => _id).join(),
    open: context.target !== null && (context.target.ruleId ?? 'new'),
    edited: context.edited ?? false,
    type: context.ruleType,
    reads: `${context.written.sourcePaths},${context.written.separator},${context.written.to}`,
    named: context.written.name !== '',
    faulty: context.faults.length > 0,
    told: context.problem?.code ?? false,
    tried: context.preview !== null,
  }),
  invariants,
}

describe('transforms of a mapping', () => {
  verifyShape(ruleMachine)
  verifyEveryEdge(ruleMachine, fixture)
})

it('begins with the text of the source, under the name of the field', () => {
  const { ruleType, written } = openRule(target, [])
  expect(ruleOf(ruleType, written)).toEqual(joined)
})

function seesForm({ context }: RuleSnapshot, button: string) {
  screen.getByRole('dialog', { name: 'mail' })
  screen.getByRole('button', { name: button })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(context.written.name ?? '')
}
