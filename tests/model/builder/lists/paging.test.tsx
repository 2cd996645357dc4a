import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Exchange, TriedPaging } from '#contract/builder/probe.ts'
import { problem } from '#contract/kit/problem.ts'
import { type PagingSnapshot, pagingMachine } from '#src/machines/builder/lists/paging.machine.ts'
import { TryPaging } from '#src/views/builder/lists/TryPaging.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const exchange = (duration: number): Exchange => ({
  request: { method: 'GET', url: 'https://shop.test/orders', headers: {}, body: null },
  response: { status: 200, headers: {}, body: '[]', bytes: 2, isCut: false },
  duration,
  fault: null,
})
const page = (at: number): TriedPaging['pages'][number] => ({
  startpoint: `GET /orders?offset=${(at - 1) * 2}`,
  exchanges: [exchange(12)],
  count: 2,
  firstKey: `SO-${at}1`,
  lastKey: `SO-${at}2`,
})
const enough: TriedPaging = {
  pages: [page(1), page(2), page(3)],
  exchanges: [],
  ended: 'tried-enough',
  message: 'We read 3 pages, and there may be more. A run continues.',
  problem: null,
}
const repeating: TriedPaging = {
  pages: [page(1), { ...page(1), firstKey: null, lastKey: null, count: 0 }],
  exchanges: [],
  ended: 'repeats',
  message: 'The source returned the same records again, so it has no pages. A run ends here and delivers them once.',
  problem: null,
}
const lost = problem('source/unreachable')
const broken: TriedPaging = { pages: [], exchanges: [exchange(5)], ended: 'failed', message: lost.message, problem: lost }

const fixture: Fixture<typeof pagingMachine> = {
  view: (actor) => <TryPaging actor={actor} />,
  inputs: { 'a source with pages': {} },
  answers: {
    send: {
      asks: {},
      answers: { 'three pages, and more': enough, 'the same page again': repeating, 'the source is lost': broken },
      problems: { 'the net is down': offline, 'a bug': bug },
    },
  },
  drivers: {
    'user.requested': { ...press('Try paging'), find: () => press('Try paging').find() ?? press('Try again').find() },
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    idle: (snapshot) => {
      const { response, problem: told } = snapshot.context
      screen.getByRole('button', { name: response === null && told === null ? 'Try paging' : 'Try again' })
      if (response === null) expect(screen.queryByRole('table')).toBeNull()
      else seesProof(snapshot)
    },
    sending: () => expect(screen.getByRole('status').textContent).toBe('Requesting pages…'),
  },
  delays: {},
  project: ({ response, problem: told }) => ({ ended: response?.ended ?? false, told: told?.code ?? false }),
  invariants: {
    'what failed is told': {
      when: ({ event }) => event.type === 'xstate.error.actor.send',
      holds: ({ after }) => expect(screen.getAllByRole('alert')[0]?.textContent).toContain(after.context.problem?.message),
    },
    'who has left a try hears of no failure of it, and keeps what was read before': {
      when: ({ event }) => event.type === 'user.cancelled',
      holds: ({ before, after }) => {
        expect(after.context.response).toEqual(before.context.response)
        expect(screen.queryAllByRole('alert').length).toBe(after.context.response?.problem ? 1 : 0)
      },
    },
    'pages that were read stay while others are asked for': {
      when: ({ before, after }) => before.context.response !== null && after.matches('sending'),
      holds: ({ before }) => expect(rows().length).toBe(before.context.response?.pages.length),
    },
  },
}

describe('trying paging', () => {
  verifyShape(pagingMachine)
  verifyEveryEdge(pagingMachine, fixture)
})

const words = { 'last-page': 'Last page', repeats: 'Repeats', 'tried-enough': 'Test limit reached', failed: 'Failed' } as const

function rows(): readonly (readonly (string | null)[])[] {
  const [, ...lines] = screen.queryAllByRole('row')
  return lines.map((line) => [...line.children].map(({ textContent }) => textContent))
}

/** Every number of every page, why it ended, and what a run would do. */
function seesProof({ context: { response: tried } }: PagingSnapshot): void {
  if (tried === null) throw new Error('nothing was tried')
  const region = screen.getByRole('region', { name: 'Try paging' })
  within(region).getByText(words[tried.ended])
  expect(region.textContent).toContain(tried.message)
  expect(rows()).toEqual(
    tried.pages.map(({ startpoint, count, firstKey, lastKey }, at) => [
      String(at + 1),
      startpoint.replace('GET /orders?', ''),
      String(count),
      firstKey === null ? 'none' : `${firstKey} … ${lastKey}`,
    ]),
  )
}
