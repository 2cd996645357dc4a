import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { problem, refusal } from '#contract/kit/problem.ts'
import type { Missing } from '#src/machines/builder/draft/missing.ts'
import { reviewMachine } from '#src/machines/builder/review/review.machine.ts'
import { ReviewPage } from '#src/views/builder/review/ReviewPage.tsx'
import { Summary } from '#src/views/builder/review/Summary.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { openDraft, shopDraft } from '../../kit/samples/drafts.ts'
import { orders } from '../../kit/samples/orders.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invariants } from './review.invariants.ts'
import { sound, unsound } from './reviews.ts'

const asks = { connectorId: 'shop' }
const refused = problem('connector/invalid', { errors: [{ path: '/source/url', message: 'There is no address.' }] })
const isOpen = ({ missing }: { readonly missing: Missing }) => missing.source.length > 0
const next = 'What happens next'
const parts = ['Profile', 'When it runs', 'Source', 'Destination', 'Enrichments', 'Mapping']

const fixture: Fixture<typeof reviewMachine> = {
  view: (actor) => (
    <ReviewPage
      actor={actor}
      trigger="manual"
      detailsHref="/details/shop"
      hrefOf={(step) => `/${step}`}
      summary={<Summary draft={shopDraft} hrefOf={(step) => `/${step}`} />}
      trial={null}
    />
  ),
  inputs: { 'a draft': shopDraft, 'a draft whose list nobody spoke of': openDraft },
  answers: {
    checkConfig: {
      asks: ({ context }) => ({ connectorId: 'shop', revision: 3, config: (isOpen(context) ? openDraft : shopDraft).config }),
      answers: {
        'it is live already': { verdict: sound, order: null, live: { version: 4, isPaused: false } },
        'it is live and paused, and Deploy was pressed': {
          verdict: sound,
          order: { seen: [] },
          live: { version: 4, isPaused: true },
        },
        'it is sound': { verdict: sound, order: null, live: null },
        'it has errors': { verdict: unsound, order: { seen: [] }, live: null },
        'it is sound, and Deploy was pressed': { verdict: { ...sound, warnings: [] }, order: { seen: [] }, live: null },
        'it has warnings, and Deploy was pressed': { verdict: sound, order: { seen: [] }, live: null },
        'it has warnings that stood beside the press': { verdict: sound, order: { seen: sound.warnings }, live: null },
      },
      problems: { 'the net is down': offline },
    },
    deployment: {
      asks: { ...asks, revision: 3, isUnderWay: false },
      answers: {
        'it is live': { connector: orders('Active'), problem: null },
        'it was refused': { connector: orders('Failed'), problem: refused },
      },
      problems: { 'a bug': new TypeError('x is undefined') },
    },
    startRun: { asks, answers: { 'a run has begun': undefined }, problems: { 'one is open': refusal('run/already-open') } },
  },
  drivers: {
    'user.retried': press('Check again'),
    'user.deployed': press('Deploy'),
    'user.ran': press('Run now'),
  },
  assertions: {
    checking: sees('Checking the configuration…', 'You can deploy when validation finishes.'),
    unchecked: sees('', 'You can deploy when validation succeeds.'),
    reviewed: ({ context: { verdict, missing } }) => {
      if (!verdict?.isValid) return sees('1 error', 'You can deploy when validation finds no errors.')()
      if (!isOpen({ missing })) return sees('No errors in the configuration.', '')()
      sees('No errors in the configuration.', 'Complete these before you deploy:')()
      within(card('Deploy')).getByText(/Found a list of 2 items. Choose whether each item is a record\./)
      expect(within(card('Deploy')).getByRole('link', { name: 'Source' }).getAttribute('href')).toBe('/source')
    },
    deploying: () => {
      expect(card('Deploy').getAttribute('aria-busy')).toBe('true')
      within(screen.getByRole('group', { name: 'Deployment' })).getByText('Deployment not started yet.')
    },
    live: ({ context: { live } }) => {
      expect(statusOf(next)).toBe(
        live?.isPaused ? 'Paused. Open the connector to resume it.' : "Live. Start a run whenever you're ready.",
      )
      linksTo('Open the connector')
    },
    starting: () => {
      expect(card(next).getAttribute('aria-busy')).toBe('true')
      within(card(next)).getByRole('button', { name: /Starting a run…$/ })
    },
    started: () => {
      expect(statusOf(next)).toBe('Live. Run started.')
      linksTo('Open the connector')
    },
  },
  delays: { deployLimit: 60_000 },
  project: ({ verdict, missing, isHeld, live, dryRunStart, problem: told }) => ({
    isHeld,
    dryRunStart,
    isPaused: live?.isPaused ?? 'not live',
    isSound: verdict?.isValid ?? 'unknown',
    isOpen: isOpen({ missing }),
    told: told?.code ?? false,
  }),
  invariants,
  exits: [
    ...parts.map((part) => `Change: ${part}`),
    'Source',
    'Source, URL',
    'Destination, URL',
    'Open the connector',
    'View status',
  ],
}

describe('the review of a draft', () => {
  verifyShape(reviewMachine)
  verifyEveryEdge(reviewMachine, fixture)
})

function card(name: string): HTMLElement {
  return screen.getByRole('region', { name })
}

function statusOf(name: string): string | null {
  return within(card(name)).queryAllByRole('status')[0]?.textContent ?? null
}

function linksTo(name: string) {
  expect(within(card(next)).getByRole('link', { name }).getAttribute('href')).toBe('/details/shop')
}

/** Each part with the way to where it is changed, what the server says of them, and why they cannot be deployed. */
function sees(check: string, hindrance: string) {
  return () => {
    const summary = within(card('Configuration'))
    for (const part of parts) summary.getByRole('link', { name: `Change: ${part}` })
    summary.getByText('https://crm.example.test/orders')
    expect(statusOf('Validation')?.trim()).toBe(check)
    expect(screen.queryByText(/^(You can deploy|Complete these before you deploy)/)?.textContent ?? '').toBe(hindrance)
  }
}
