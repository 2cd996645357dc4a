import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type Recent, type RecentSnapshot, recentMachine } from '#src/machines/studio/renderer/recent.machine.ts'
import { RecentFrame } from '#src/views/studio/renderer/RecentFrame.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { large, newest, older } from '../../kit/samples/payloads.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const readAt = '2026-11-20T10:00:00.000Z'
const asked = { connectorId: 'the-connector', range: { past: 86_400_000 } }
const withLarge: Recent = { items: [newest, older, large], readAt }
const alone: Recent = { items: [], readAt }
const loaded = { ...large, payload: { kind: 'there', text: '[]' } } as const
const tooLarge = { ...large, payload: { kind: 'too-large', bytes: 7_300_000 } } as const

const fixture: Fixture<typeof recentMachine> = {
  view: (actor) => (
    <RecentFrame actor={actor} transactionId={large.transactionId}>
      <p>the payload</p>
    </RecentFrame>
  ),
  inputs: { 'the past day': asked },
  answers: {
    readRecent: {
      asks: asked,
      answers: { 'three, one of them large': withLarge, 'none in this time': alone },
      problems: { 'the net is down': offline },
    },
    readPayload: {
      asks: { ...asked, transactionId: large.transactionId, place: 3 },
      answers: { 'its payload': loaded, 'more than is shown': tooLarge, 'another one stands there now': null },
      problems: { 'it was deleted': refusal('connector/not-found') },
    },
  },
  drivers: {
    'user.refreshed': press('Refresh transactions'),
    'user.retried': press('Retry'),
    'user.requested': { ...press('Load this one'), event: { type: 'user.requested', transactionId: large.transactionId } },
  },
  assertions: {
    loading: (snapshot) => {
      sees(snapshot, true)
      const isFirst = snapshot.context.recent === null
      expect(screen.queryAllByRole('status').some(({ textContent }) => textContent?.startsWith('Loading'))).toBe(isFirst)
    },
    failed: (snapshot) => {
      sees(snapshot, false)
      expect(screen.getByRole('alert').textContent).toContain(snapshot.context.problem?.message)
    },
    showing: (snapshot) => {
      sees(snapshot, false)
      expect(screen.queryByRole('alert')).toBeNull()
    },
    fetching: (snapshot) => sees(snapshot, true),
  },
  delays: {},
  project: ({ recent, wanted, problem }) => ({
    shows: recent === null ? false : (recent.items[2]?.payload.kind ?? 'nothing'),
    wanted: wanted !== null,
    told: problem?.code ?? false,
  }),
  invariants: {
    'what was read stays when it cannot be read again, with its age': {
      when: ({ before, event }) => before.context.recent !== null && /^xstate\.(error|after)\./.test(event.type),
      holds: ({ before, after }) => {
        expect(after.context.recent).toEqual(before.context.recent)
        screen.getByText(/^Last updated .+ ago\.$/)
      },
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ event }) => expect(screen.getByRole('alert').textContent).toContain(toProblem(event['error']).message),
    },
    'one that moved meanwhile is looked for again, and never mistaken for another': {
      when: ({ event }) => event.type === 'xstate.done.actor.readPayload' && event['output'] === null,
      holds: ({ before, after }) => {
        expect(after.value).toBe('loading')
        expect(after.context.recent).toBe(before.context.recent)
      },
    },
    'a payload that was asked for takes its own place and no other': {
      when: ({ event }) => event.type === 'xstate.done.actor.readPayload' && event['output'] !== null,
      holds: ({ event, after }) => expect(after.context.recent?.items).toEqual([newest, older, event['output']]),
    },
  },
}

describe('the newest transactions', () => {
  verifyShape(recentMachine)
  verifyEveryEdge(recentMachine, fixture)
})

function sees({ context: { recent } }: RecentSnapshot, isBusy: boolean): void {
  expect(screen.getByRole('region', { name: 'transactions' }).getAttribute('aria-busy')).toBe(String(isBusy))
  expect(screen.queryByText('No transactions in this period') !== null).toBe(recent?.items.length === 0)
  const isThere = recent !== null && recent.items.length > 0 && recent.items[2]?.payload.kind !== 'left-out'
  expect(screen.queryByText('the payload') !== null).toBe(isThere)
}
