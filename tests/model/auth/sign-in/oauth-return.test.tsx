import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { ProviderReturn, Unlinked } from '#contract/auth/oauth.ts'
import { problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { type Arrival, oauthReturnMachine } from '#src/machines/auth/sign-in/oauth-return.machine.ts'
import { ReturnPage } from '#src/views/auth/sign-in/ReturnPage.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const returned: ProviderReturn = { code: 'c-1', state: 's-1' }
const identity: Unlinked = { unlinked: true, ticket: 't-1', provider: 'Acme', email: 'ada@acme.test' }
const ours: Arrival = { returned, keptState: 's-1', proved: null }
const later: Arrival = { returned: null, keptState: null, proved: identity }

const fixture: Fixture<typeof oauthReturnMachine> = {
  view: (actor) => <ReturnPage actor={actor} />,
  inputs: {
    'the return of our own way': ours,
    'a link that somebody else made': { ...ours, keptState: 's-2' },
    'a return that nobody began here': { ...ours, keptState: null },
    'a refusal of the provider': { returned: null, keptState: 's-1', proved: null },
    'an identity proved before': later,
  },
  answers: {
    finishReturn: {
      asks: returned,
      answers: {
        'somebody is inside': 'entered',
        'a code is asked for': 'challenged',
        'it was a test': 'tested',
        'it belongs to no account': identity,
      },
      problems: { 'the provider refuses': refusal('oauth/failed'), 'the net is down': refusal('net/unreachable') },
    },
    linkIdentity: {
      asks: { ticket: identity.ticket },
      answers: { 'it is connected': undefined },
      problems: {
        'it is connected elsewhere': refusal('oauth/linked-elsewhere'),
        'nobody is here': refusal('auth/token-missing'),
      },
    },
  },
  drivers: { 'user.connected': press('Sign in and link'), 'user.cancelled': press('Cancel') },
  assertions: {
    arriving: 'passing',
    finishing: () => expect(said()).toBe('Finishing your sign-in…'),
    unlinked: () => {
      screen.getByRole('heading', { name: 'Not connected yet' })
      screen.getByText(/^You signed in at Acme as ada@acme\.test\./)
    },
    linking: () => expect(said()).toBe('Connecting your accounts…'),
    entered: () => expect(said()).toBe('You are signed in. Opening your page…'),
    challenged: () => expect(said()).toBe('One more step…'),
    tested: () => expect(said()).toBe('Test finished. Opening the settings…'),
    connecting: () => expect(said()).toBe('To the sign-in…'),
    failed: () => expect(said()).toBe('The sign-in failed…'),
    left: () => expect(said()).toBe('To the sign-in…'),
  },
  delays: {},
  project: ({ arrival, identity: it, problem }) => ({
    ours: arrival.returned !== null && arrival.returned.state === arrival.keptState,
    whose: it?.email ?? '',
    told: problem?.code ?? false,
  }),
  exits: ['Datacrane', 'Terms of Service', 'Privacy Policy'],
  invariants: {
    'nobody enters but by the word of the server': {
      when: ({ after }) => after.matches('entered'),
      holds: ({ event }) => expect(event.type).toMatch(/^xstate\.done\.actor\.(finishReturn|linkIdentity)$/),
    },
    'only a return of this tab is exchanged': {
      when: ({ before }) => before.matches('finishing'),
      holds: ({ before: { context } }) => expect(context.arrival.returned?.state).toBe(context.arrival.keptState),
    },
    'an identity is connected to nobody who did not ask for it': {
      when: ({ event }) => event.type === 'xstate.done.actor.finishReturn' && typeof event['output'] === 'object',
      holds: ({ after }) => expect(after.matches('unlinked')).toBe(true),
    },
    'a failure to connect is told, and leaves the way open': {
      when: ({ before, event }) => before.matches('linking') && /^xstate\.(error|after)/.test(event.type),
      holds: ({ event, after }) => {
        const { message } = event.type.startsWith('xstate.error') ? toProblem(event['error']) : problem('net/timeout')
        expect(screen.getByRole('alert').textContent).toContain(message)
        expect(after.can({ type: 'user.connected' })).toBe(true)
      },
    },
    'a return that failed keeps its reason for the page of errors': {
      when: ({ after }) => after.matches('failed'),
      holds: ({ after }) => expect(after.context.problem).not.toBeNull(),
    },
  },
}

describe('the way back from a provider', () => {
  verifyShape(oauthReturnMachine)
  verifyEveryEdge(oauthReturnMachine, fixture)
})

const said = () => screen.getByRole('status').textContent
