import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Hook } from '#contract/connectors/triggers/hook.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type HookSnapshot, hookMachine } from '#src/machines/connectors/triggers/hook.machine.ts'
import { HookCard } from '#src/views/connectors/triggers/HookCard.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const asks = { connectorId: 'shop' }
const plain = 'whsec_AAAA'
const given = 'whsec_of_the_sender_AAAA'
const request = [
  "curl -X POST 'http://localhost:3001/hooks/shop' \\",
  "-H 'Authorization: Bearer YOUR_SECRET' \\",
  "-H 'Content-Type: application/json' \\",
  `-d '{"id":7}'`,
].join('\n  ')
const bare: Hook = {
  ...{ url: 'http://localhost:3001/hooks/shop', secret: null, oldSecret: null },
  ...{ isLive: false, held: 0, lastReceivedAt: null },
}
const known: Hook = {
  ...bare,
  secret: { set: true, last4: 'AAAA' },
  oldSecret: { set: true, last4: 'ZZZZ', validUntil: '2026-11-24T10:00:00.000Z' },
  isLive: true,
  lastReceivedAt: '2026-11-23T10:00:00.000Z',
}

/** Other events are the same while a secret of the sender is typed. */
const isUntyped = ({ context }: Pick<HookSnapshot, 'context'>) => context.typed === ''

const isFresh = ({ context: { typed, taken, problem, secret, copied } }: Pick<HookSnapshot, 'context'>) =>
  typed === '' && taken === null && problem === null && secret === null && copied === null

const fixture: Fixture<typeof hookMachine> = {
  view: (actor) => <HookCard actor={actor} example='{"id":7}' />,
  inputs: { 'a connector': asks },
  answers: {
    watchConnector: {
      asks,
      says: { 'it was deployed': { type: 'connector.moved' } },
      problems: {},
    },
    readHook: { asks, answers: { 'no secret yet': bare, 'a secret is set': known }, problems: { 'the net is down': offline } },
    renewSecret: { asks, answers: { 'a new secret': { hook: known, secret: plain } }, problems: { 'the net is down': offline } },
    giveSecret: {
      asks: { ...asks, secret: given },
      answers: { 'it is saved': known },
      problems: { 'the net is down': offline },
    },
    copy: {
      asks: ({ context }) => ({ text: context.copied?.text ?? '' }),
      answers: { 'it is in the clipboard': true, 'the browser refuses': false },
      problems: { 'the browser breaks': new TypeError('x is undefined') },
    },
    sendEvent: {
      asks: { ...asks, secret: plain },
      answers: { 'it was taken': { eventId: 'e-1', held: false }, 'it is held': { eventId: 'e-2', held: true } },
      problems: { 'it is not deployed': refusal('hook/closed') },
    },
  },
  drivers: {
    'user.retried': press('Retry'),
    'user.renewed': { ...press(/^(Create|Rotate) secret$/), says: 'press Create secret or Rotate secret', when: isUntyped },
    'user.wrote': {
      ...write(given, "The sender's secret"),
      find: () => screen.queryByLabelText("The sender's secret"),
      event: { type: 'user.wrote', text: given },
      // It is given alike whatever was made or sent before.
      when: ({ context: { typed, secret, problem } }) => typed === '' && secret === null && problem === null,
    },
    'user.gave': press("Save the sender's secret"),
    // The secret is copied alike whatever was sent before, and an event is sent alike whether it was copied.
    'user.copiedSecret': {
      ...press('Copy secret'),
      event: { type: 'user.copiedSecret', text: plain },
      when: ({ context: { typed, taken, problem } }) => typed === '' && taken === null && problem === null,
    },
    // They are shown and copied alike whatever else happened.
    'user.copiedUrl': { ...press('Copy URL'), event: { type: 'user.copiedUrl', text: bare.url }, when: isFresh },
    'user.copiedSample': {
      ...press('Copy request'),
      event: { type: 'user.copiedSample', text: request },
      when: isFresh,
    },
    'user.sent': { ...press('Send test event'), when: ({ context }) => isUntyped({ context }) && context.copied === null },
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    opening: () => expect(card().getAttribute('aria-busy')).toBe('true'),
    failed: ({ context }) => expect(alertText()).toContain(context.problem?.message),
    'shown.resting': (snapshot) => sees(snapshot),
    'shown.looking': (snapshot) => sees(snapshot),
    giving: () => void screen.getByRole('button', { name: /Saving the secret…$/ }),
    copying: () => expect(card().getAttribute('aria-busy')).toBe('false'),
    renewing: () => void screen.getByRole('button', { name: /Creating the secret…$/ }),
    sending: () => void screen.getByRole('button', { name: /Sending…$/ }),
  },
  delays: { pause: 5_000 },
  project: ({ hook, secret, copied, typed, taken, problem: why }) => ({
    secretOfHook: hook === null ? 'unknown' : hook.secret === null ? 'none' : 'set',
    isSecretKnown: secret !== null,
    copied: copied && `${copied.what === 'secret' ? 'secret' : 'other'} ${copied.is}`,
    isTyped: typed !== '',
    taken: taken === null ? 'nothing' : taken.held ? 'held' : 'taken',
    told: why?.code ?? false,
  }),
  invariants: {
    'a secret is shown where it was made, and the sample holds it': {
      when: ({ after }) => after.context.secret !== null,
      holds: () => {
        screen.getByText(plain)
        expect(card().textContent).toContain(`Authorization: Bearer ${plain}`)
      },
    },
    "the sender's secret is gone from the page as soon as it is saved": {
      when: ({ event }) => event.type === 'xstate.done.actor.giveSecret',
      holds: () => {
        expect(screen.getByLabelText<HTMLInputElement>("The sender's secret").value).toBe('')
        expect(card().textContent).not.toContain(given)
      },
    },
    'without a secret it is said that no event can arrive': {
      when: ({ after }) => after.context.hook?.secret === null,
      holds: () => {
        screen.getByText('No secret yet. Create one to receive events.')
        expect(card().textContent).toContain('Authorization: Bearer YOUR_SECRET')
      },
    },
    'the address is shown as soon as it is known': {
      when: ({ after }) => after.context.hook !== null,
      holds: () => void screen.getByText(bare.url),
    },
    'an event that arrived is told by its id': {
      when: ({ event }) => event.type === 'xstate.done.actor.sendEvent',
      holds: ({ event }) => expect(card().textContent).toContain(`Event ${event['output'].eventId} arrived`),
    },
    'what was looked up last is what is shown: an event that came is not said to be missing': {
      when: ({ event }) => event.type === 'xstate.done.actor.lookAgain',
      holds: ({ event }) => {
        const hasCome = event['output'].lastReceivedAt !== null
        expect(screen.queryByText('No events yet.') === null).toBe(hasCome)
        expect(screen.queryByText(/may be out of date/)).toBeNull()
      },
    },
    'a connector that was deployed is read again at once': {
      when: ({ event }) => event.type === 'connector.moved',
      holds: ({ after }) => expect(looks(after)).toBe(true),
    },
    'an event that was sent from here is looked for at once': {
      when: ({ event }) => event.type === 'xstate.done.actor.sendEvent',
      holds: ({ after }) => expect(looks(after)).toBe(true),
    },
    'a look that failed says that what is shown may be old': {
      when: ({ before, event }) => looks(before) && /^xstate\.(error\.actor|after)\./.test(event.type),
      holds: () => void screen.getByText(/may be out of date/),
    },
    'a person reads whether it was copied': {
      when: ({ event }) => /^xstate\.(done|error)\.actor\.copy/.test(event.type),
      holds: ({ after }) =>
        void screen.getByText(
          after.context.copied?.is
            ? / copied\.$/
            : /^Your browser blocked copying\. Select the (secret|URL|request) and copy it\.$/,
        ),
    },
    'a failure is reported with its own message': {
      when: ({ before, event }) => /^xstate\.error\.actor\.(?!watchConnector|copy)/.test(event.type) && !looks(before),
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
  },
}

describe('the webhook of a connector', () => {
  verifyShape(hookMachine)
  verifyEveryEdge(hookMachine, fixture)
})

function looks(snapshot: HookSnapshot): boolean {
  return snapshot.matches({ shown: 'looking' })
}

function card(): HTMLElement {
  return screen.getByRole('region', { name: 'Webhook' })
}

function sees({ context: { hook, taken } }: HookSnapshot) {
  expect(card().getAttribute('aria-busy')).toBe('false')
  screen.getByText(hook?.secret ? 'Set, ends in AAAA' : 'No secret yet. Create one to receive events.')
  expect(screen.queryByText(/^Event .* arrived/) !== null).toBe(taken !== null)
}
