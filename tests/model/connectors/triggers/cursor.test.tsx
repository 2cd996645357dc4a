import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Cursor, CursorPreview } from '#contract/connectors/triggers/cursor.ts'
import { problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { type CursorSnapshot, cursorMachine } from '#src/machines/connectors/triggers/cursor.machine.ts'
import { CursorCard } from '#src/views/connectors/triggers/CursorCard.tsx'
import { choose, press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const asks = { connectorId: 'shop' }
const standing: Cursor = {
  reads: { system: 'postgresql://db.example.com:5432/shop', what: 'orders', cursor: 'id' },
  ...{ isDeployed: true, isSet: true, value: '30', setAt: '2026-11-23T10:00:00.000Z' },
  ...{ runId: null, chosenBy: null, canBeSet: true, canStartAtValue: true, unsent: 2 },
  ...{ resetPreview: 'The next run reads everything again.', revision: 'r1' },
}
const nothing: Cursor = {
  ...standing,
  ...{
    reads: null,
    isDeployed: false,
    isSet: false,
    value: null,
    setAt: null,
    canBeSet: false,
    canStartAtValue: false,
    unsent: 0,
  },
}
const preview: CursorPreview = { text: 'The next run reads 12 records again.', count: 12, revision: 'r2' }

const startOf = ({ context: { from, value } }: CursorSnapshot) =>
  from === 'value' ? { from, value: value.trim() } : { from: 'beginning' as const }
const hasNoValue = ({ context }: CursorSnapshot) => context.from !== 'value'

const fixture: Fixture<typeof cursorMachine> = {
  view: (actor) => <CursorCard actor={actor} />,
  inputs: { 'a connector': asks },
  answers: {
    readCursor: {
      asks,
      answers: { 'it stands at 30': standing, 'nothing is live': nothing },
      problems: { 'the net is down': offline },
    },
    previewCursor: {
      asks: (snapshot) => ({ ...asks, start: startOf(snapshot) }),
      answers: { '12 records lie there': preview },
      problems: { 'it is no such value': refusal('cursor/value-refused') },
    },
    setCursor: {
      asks: (snapshot) => ({ ...asks, start: startOf(snapshot), revision: 'r2' }),
      answers: { 'it is set': { ...standing, value: '7', revision: 'r3' } },
      problems: { 'it has moved meanwhile': refusal('cursor/changed') },
    },
  },
  drivers: {
    'user.retried': press('Look again'),
    'user.chose': [
      {
        ...choose('From a value', 'Start the next run'),
        event: { type: 'user.chose', from: 'value' },
        when: ({ context }) => context.from !== 'value',
      },
      {
        ...choose('From the beginning', 'Start the next run'),
        event: { type: 'user.chose', from: 'beginning' },
        when: ({ context }) => context.from !== 'beginning',
      },
    ],
    'user.wrote': {
      ...write('7', 'Value'),
      event: { type: 'user.wrote', value: '7' },
      when: ({ context }) => context.value !== '7',
      behind: hasNoValue,
    },
    'user.previewed': press('Preview records'),
    'user.confirmed': press('Set the cursor'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    opening: () => expect(card().getAttribute('aria-busy')).toBe('true'),
    failed: ({ context }) => expect(alertText()).toContain(context.problem?.message),
    shown: (snapshot) => sees(snapshot),
    previewing: () => void screen.getByRole('img', { name: 'Checking the source…' }),
    confirming: () => void screen.getByText(preview.text),
    setting: () => void screen.getByRole('button', { name: /Setting the cursor…$/ }),
  },
  delays: { askLimit: 60_000 },
  project: ({ cursor, from, value, preview: shown, isValueMissing, isDone, problem: why }) => ({
    cursor: cursor === null ? 'unknown' : cursor.canBeSet ? 'set' : 'none',
    ...{ from, value, isPreviewed: shown !== null, isValueMissing, isDone, told: why?.code ?? false },
  }),
  invariants: {
    'nothing is set before it was shown what that means': {
      when: ({ after }) => after.matches('setting'),
      holds: () => void screen.getByText(preview.text),
    },
    'that it is set is said': {
      when: ({ event }) => event.type === 'xstate.done.actor.setCursor',
      holds: () => void screen.getByText('Cursor set.'),
    },
    'a value that is missing is asked for': {
      when: ({ after }) => after.context.isValueMissing,
      holds: () => void screen.getByText('Enter the first value to read.'),
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
    'an answer that is late is told': {
      when: ({ event }) => event.type.startsWith('xstate.after.'),
      holds: () => expect(alertText()).toContain(problem('net/timeout').message),
    },
  },
}

describe('the cursor of a connector', () => {
  verifyShape(cursorMachine)
  verifyEveryEdge(cursorMachine, fixture)
})

const card = () => screen.getByRole('region', { name: 'Start of next run' })

function sees({ context: { cursor } }: CursorSnapshot): void {
  expect(card().getAttribute('aria-busy')).toBe('false')
  if (cursor?.reads == null) return void screen.getByText('No version is live yet. The first run reads from the beginning.')
  screen.getByText('orders')
  screen.getByText(cursor.value ?? '')
  screen.getByText('2 unsent records go out first.')
}
