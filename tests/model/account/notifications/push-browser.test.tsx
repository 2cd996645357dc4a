import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { PushBrowser as PushBrowserState } from '#contract/account/push.ts'
import { type PushBrowserSnapshot, pushBrowserMachine } from '#src/machines/account/notifications/push-browser.machine.ts'
import { PushBrowser } from '#src/views/account/notifications/PushBrowser.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const states = {
  unsupported: 'Push notifications need HTTPS and a supported browser',
  blocked: 'Your browser blocks notifications',
  off: 'This browser is not subscribed.',
  on: 'This browser is subscribed',
}
const as = (state: PushBrowserState['state'], subscribed: number): PushBrowserState => ({ state, subscribed })
const problems = { 'the net is down': offline }

const fixture: Fixture<typeof pushBrowserMachine> = {
  view: (actor) => <PushBrowser actor={actor} />,
  inputs: { 'a browser': undefined },
  answers: {
    look: {
      asks: undefined,
      answers: {
        'it cannot': as('unsupported', 0),
        'it is blocked': as('blocked', 2),
        'it is off': as('off', 1),
        'it is on': as('on', 1),
      },
      problems,
    },
    subscribe: { asks: undefined, answers: { 'it is on': as('on', 2), 'the person forbids it': as('blocked', 2) }, problems },
    unsubscribe: { asks: undefined, answers: { 'it is off': as('off', 0) }, problems },
  },
  drivers: {
    'user.subscribed': press('Subscribe this browser'),
    'user.unsubscribed': press('Unsubscribe this browser'),
    'user.retried': press('Retry'),
  },
  assertions: {
    looking: () => expect(status()).toBe('Checking this browser…'),
    idle: sees,
    subscribing: busy,
    unsubscribing: busy,
  },
  delays: {},
  project: ({ browser, problem }) => ({
    browser: browser?.state ?? 'unknown',
    subscribed: browser?.subscribed ?? 'unknown',
    told: problem?.code ?? false,
  }),
  invariants: {
    'a change that failed leaves the browser as it was': {
      when: ({ event }) => event.type.startsWith('xstate.error.'),
      holds: ({ before, after }) => expect(after.context.browser).toBe(before.context.browser),
    },
  },
}

describe('pushes in this browser', () => {
  verifyShape(pushBrowserMachine)
  verifyEveryEdge(pushBrowserMachine, fixture)
})

function status() {
  return screen.getByRole('status').textContent
}

function sees({ context: { browser, problem } }: PushBrowserSnapshot) {
  const words = { 0: 'No browsers subscribed yet.', 1: 'Sent to 1 browser.', 2: 'Sent to 2 browsers.' }[browser?.subscribed ?? 0]
  expect(status()).toContain(browser === null ? '' : `${words} ${states[browser.state]}`)
  expect(screen.queryByRole('alert') !== null).toBe(problem !== null)
}

function busy() {
  expect(screen.getByRole('button', { name: 'Working…' }).getAttribute('aria-disabled')).toBe('true')
}
