import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { RecordShape } from '#contract/connectors/config/shape.ts'
import type { HookListening } from '#contract/connectors/triggers/listening.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type HookListeningSnapshot, hookListeningMachine } from '#src/machines/connectors/triggers/hook-listening.machine.ts'
import { ListeningCard } from '#src/views/connectors/triggers/ListeningCard.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const asks = { connectorId: 'shop' }
const none: HookListening = {
  ...{ state: 'none', endsAt: null, receivedAt: null, fields: null, isDelivered: false, refused: null },
}
const listening: HookListening = { ...none, state: 'listening', endsAt: '2026-11-25T10:10:00.000Z' }
const refused: HookListening = { ...listening, refused: { at: '2026-11-25T10:01:00.000Z', why: 'late', seconds: 421 } }
const received: HookListening = { ...listening, state: 'received', receivedAt: '2026-11-25T10:02:00.000Z', fields: 7 }
const listless: HookListening = { ...received, fields: 0, isDelivered: true }
const stopped: HookListening = { ...listening, state: 'stopped' }
const expired: HookListening = { ...listening, state: 'expired' }
const shape: RecordShape = { fields: [], examples: [{ id: 'evt_1' }], origin: 'request', takenAt: '2026-11-25T10:02:00.000Z' }

const texts: Readonly<Record<HookListening['state'], RegExp>> = {
  none: /Receive one event before you deploy/,
  listening: /Listening until .*Send an event from the sender now/,
  received: /Event received at/,
  stopped: /Stopped listening/,
  expired: /No event was accepted by/,
}

const isLooking = (it: HookListeningSnapshot) => it.matches({ shown: 'looking' })
const stateOf = ({ context }: HookListeningSnapshot) => context.listening?.state ?? null

const fixture: Fixture<typeof hookListeningMachine> = {
  view: (actor) => <ListeningCard actor={actor} isWritable isLive={false} />,
  inputs: { 'a draft without a sample': { ...asks, sampleAt: null } },
  answers: {
    readListening: {
      asks,
      answers: {
        'nobody listened yet': none,
        'it listens': listening,
        'a call was refused': refused,
        'an event was received': received,
        'an event without the list': listless,
        'somebody stopped it': stopped,
        'its time is over': expired,
      },
      problems: { 'the net is down': offline },
    },
    start: { asks, answers: { 'it listens': listening }, problems: { 'there is no secret': refusal('hook/cannot-listen') } },
    stop: { asks, answers: { 'it stopped': stopped }, problems: { 'the net is down': offline } },
    readSample: { asks, answers: { 'the sample': shape }, problems: { 'the net is down': offline } },
  },
  drivers: {
    'user.retried': press('Retry'),
    'user.started': { ...press(/^Listen (for test event|again)$/), says: 'press Listen' },
    'user.stopped': press('Stop listening'),
  },
  assertions: {
    opening: () => expect(card().getAttribute('aria-busy')).toBe('true'),
    failed: ({ context }) => expect(alertText()).toContain(context.problem?.message),
    'shown.resting': sees,
    'shown.looking': sees,
    starting: () => void screen.getByRole('button', { name: /Starting…$/ }),
    stopping: () => void screen.getByRole('button', { name: /Stopping…$/ }),
    taking: () => expect(card().getAttribute('aria-busy')).toBe('true'),
  },
  delays: { pause: 2_000, longPause: 10_000 },
  project: ({ listening: it, isOld, problem }) => ({
    state: it?.state ?? null,
    fields: it?.fields ?? null,
    isRefused: (it?.refused ?? null) !== null,
    isOld,
    told: problem?.code ?? false,
  }),
  invariants: {
    'a call that was refused says why while it listens': {
      when: ({ after }) => stateOf(after) === 'listening' && after.context.listening?.refused !== null,
      holds: () =>
        expect(card().textContent).toMatch(
          /Refused at .*The signature is valid, but the timestamp is outside the tolerance\. .*7 min old\./,
        ),
    },
    'an event that brings a sample is taken over into the draft': {
      when: ({ before, event, after }) =>
        isLooking(before) &&
        stateOf(before) === 'listening' &&
        /^xstate\.done\.actor/.test(event.type) &&
        stateOf(after) === 'received' &&
        after.context.listening?.fields !== 0,
      holds: ({ after }) => expect(after.value).toBe('taking'),
    },
    'an event without the list leaves the sample as it is, and says so': {
      when: ({ after }) => after.context.listening?.fields === 0,
      holds: ({ after }) => {
        expect(after.value).not.toBe('taking')
        expect(card().textContent).toContain('the sample was not changed')
        expect(card().textContent).toContain('It is delivered like any other event.')
      },
    },
    'a look that failed says that what is shown may be old': {
      when: ({ before, event }) => isLooking(before) && /^xstate\.error\.actor\./.test(event.type),
      holds: () => void screen.getByText(/may be out of date/),
    },
  },
}

describe('listening for a test event of a webhook', () => {
  verifyShape(hookListeningMachine)
  verifyEveryEdge(hookListeningMachine, fixture)
})

function card(): HTMLElement {
  return screen.getByRole('region', { name: 'Test event' })
}

function sees({ context: { listening: it } }: HookListeningSnapshot) {
  expect(card().textContent).toMatch(texts[it?.state ?? 'none'])
  expect(screen.queryByRole('button', { name: 'Stop listening' }) !== null).toBe(it?.state === 'listening')
}
