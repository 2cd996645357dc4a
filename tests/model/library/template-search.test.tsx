import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { blankQuery, isNarrowed } from '#src/machines/library/template-place.ts'
import { type TemplateSearchSnapshot, templateSearchMachine } from '#src/machines/library/template-search.machine.ts'
import { TemplateBrowser } from '#src/views/library/browse/TemplateBrowser.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture, Gesture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'
import { everything, many } from './templates.ts'

const asked = ({ query }: TemplateSearchSnapshot['context']) => {
  if (query.page === 2) return 'further'
  if (!isNarrowed(query)) return 'all'
  return JSON.stringify(query) === JSON.stringify(everything) ? 'everything at once' : 'some'
}
const isAsked = (which: ReturnType<typeof asked>) => (snapshot: TemplateSearchSnapshot) => asked(snapshot.context) === which
const isBlank = isAsked('all')
const isFull = isAsked('everything at once')
const isSecond = isAsked('further')
const isBare = ({ context: { page } }: TemplateSearchSnapshot) => page === null
const hasPage = (it: TemplateSearchSnapshot) => !isBare(it)

const fixture: Fixture<typeof templateSearchMachine> = {
  view: (actor) => <TemplateBrowser actor={actor} of="library" />,
  inputs: { 'all templates': { query: blankQuery } },
  answers: {
    readTemplates: {
      asks: ({ context: { query } }) => query,
      answers: { 'two of forty': many },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    // Its failure moves nothing: the list is there without its address.
    joinPlace: {
      asks: undefined,
      says: { 'Back led to all filters at once': { type: 'place.changed', query: everything } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.sought': [
      { ...seek('pay'), event: { type: 'user.sought', text: 'pay' }, when: isBlank },
      { ...seek(''), event: { type: 'user.sought', text: '' }, when: isFull },
    ],
    'user.filtered': [
      {
        ...choose('From', 'Stripe'),
        event: { type: 'user.filtered', by: 'from', value: 'Stripe' },
        when: isBlank,
        behind: isUnknown('from'),
      },
      { ...choose('From', ''), event: { type: 'user.filtered', by: 'from', value: null }, when: isFull },
      {
        ...choose('To', 'Slack'),
        event: { type: 'user.filtered', by: 'to', value: 'Slack' },
        when: isBlank,
        behind: isUnknown('to'),
      },
      { ...choose('To', ''), event: { type: 'user.filtered', by: 'to', value: null }, when: isFull },
      {
        ...press(/^CRM/),
        event: { type: 'user.filtered', by: 'category', value: 'CRM' },
        when: isBlank,
        behind: isUnknown('category'),
      },
    ],
    'user.cleared': { ...press('Clear filters'), behind: isBare },
    'user.paged': [
      {
        ...press('Next page'),
        event: { type: 'user.paged', page: 2 },
        when: isBlank,
        behind: (it) => isBare(it) || isSecond(it),
      },
      { ...press('Page 2'), event: { type: 'user.paged', page: 2 }, when: isBlank, behind: isBare },
      { ...press('Page 1'), event: { type: 'user.paged', page: 1 }, when: isSecond, behind: isBare },
      {
        ...press('Previous page'),
        event: { type: 'user.paged', page: 1 },
        when: isSecond,
        behind: (it) => isBare(it) || !isSecond(it),
      },
    ],
    'user.retried': press('Retry'),
  },
  assertions: {
    reading: (snapshot) => {
      sees(snapshot, true)
      const { page, problem } = snapshot.context
      expect(screen.queryByText('Loading library templates…') !== null).toBe(page === null && problem === null)
    },
    showing: (snapshot) => {
      sees(snapshot, false)
      expect(screen.queryByRole('alert')).toBeNull()
    },
    settling: (snapshot) => sees(snapshot, false),
    failed: (snapshot) => {
      sees(snapshot, false)
      expect(alertText()).toContain(snapshot.context.problem?.message)
    },
  },
  delays: { refreshPause: 30_000, retryPause: 10_000, settlingPause: 200 },
  project: ({ query, page, problem }) => ({
    asks: asked({ query, page, problem }),
    shows: page !== null,
    alarmed: problem !== null,
  }),
  invariants: {
    'each template says what it needs and can be used': {
      when: ({ after }) => hasPage(after),
      holds: () => {
        const [stripe, slack] = screen.getAllByRole('listitem')
        expect(stripe?.textContent).toContain('You need: access token, destination address')
        expect(slack?.textContent).toContain('No setup needed')
        expect(screen.getByRole('link', { name: 'Use template Stripe charges' }).getAttribute('href')).toBe(
          '/connector-library/stripe-charges',
        )
      },
    },
    'another question begins with its first page': {
      when: ({ event }) => /^(user\.(sought|filtered|cleared)|place\.changed)$/.test(event.type),
      holds: ({ after }) => expect(after.context.query.page).toBe(1),
    },
    'what was read stays when it cannot be read again': {
      when: ({ before, event }) => hasPage(before) && /^xstate\.(error|after)\./.test(event.type),
      holds: () => expect(screen.getAllByRole('listitem')).toHaveLength(2),
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.readTemplates'),
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
    'the controls hold what is asked for': {
      when: () => true,
      holds: ({ after: { context } }) => {
        const { search, from, to, category } = context.query
        expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(search)
        expect(screen.getByLabelText<HTMLSelectElement>('From').value).toBe(from ?? '')
        expect(screen.getByLabelText<HTMLSelectElement>('To').value).toBe(to ?? '')
        const pressed = within(screen.getByRole('group', { name: 'Category' })).getAllByRole('button', { pressed: true })
        expect(pressed.map(({ textContent }) => textContent?.replace(/\d+$/, ''))).toEqual([category ?? 'All'])
      },
    },
  },
  exits: [
    'Stripe charges',
    'Use template Stripe charges',
    'Slack messages',
    'Use template Slack messages',
    'Connect any HTTP API, database or webhook',
    'See what other companies published',
  ],
  // The other categories are chosen as the one above.
  parts: ['Category'],
}

describe('the search for templates', () => {
  verifyShape(templateSearchMachine)
  verifyEveryEdge(templateSearchMachine, fixture)
})

/** Nobody knows yet which systems there are, and the address names none. */
function isUnknown(by: 'category' | 'from' | 'to') {
  return ({ context: { page, query } }: TemplateSearchSnapshot) => page === null && query[by] === null
}

function seek(text: string): Gesture {
  return {
    says: `search for ${JSON.stringify(text)}`,
    find: () => screen.queryByRole('searchbox'),
    use: async (box) => {
      fireEvent.change(box, { target: { value: text } })
    },
  }
}

function choose(label: string, value: string): Gesture {
  return {
    says: `choose ${JSON.stringify(value)} as ${label}`,
    find: () => {
      const box = screen.queryByLabelText<HTMLSelectElement>(label)
      return [...(box?.options ?? [])].some((option) => option.value === value) ? box : null
    },
    use: async (box) => {
      fireEvent.change(box, { target: { value } })
    },
  }
}

function sees({ context: { page, query } }: TemplateSearchSnapshot, isBusy: boolean): void {
  const list = screen.getByRole('region', { name: 'library templates' })
  expect(list.getAttribute('aria-busy')).toBe(String(isBusy))
  if (page === null) return
  const named = [
    query.from === null ? '' : ` ${query.to === null ? 'from' : 'for'} ${query.from}`,
    query.to === null ? '' : ` to ${query.to}`,
  ].join('')
  screen.getByRole('heading', { level: 2, name: `40 templates${named}` })
}
