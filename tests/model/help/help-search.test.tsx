import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Article } from '#contract/help/article.ts'
import { helpSearchMachine } from '#src/machines/help/help-search.machine.ts'
import { HelpBanner } from '#src/views/help/HelpBanner.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const question = 'send failed records again'
const label = 'Ask a question or describe a problem'
const article: Article = { id: 'studio-replay', kind: 'screen', title: 'Replay', text: ['Sends records again.'] }
const box = () => screen.queryByRole<HTMLInputElement>('searchbox', { name: label })
const found = () => within(screen.getByRole('status')).queryAllByRole('link')

const fixture: Fixture<typeof helpSearchMachine> = {
  view: (actor) => (
    <HelpBanner actor={actor} firstName="Ada" onWrite={(written) => actor.send({ type: 'user.wrote', question: written })} />
  ),
  inputs: { 'nothing is asked': { question: '' }, 'the address asks': { question } },
  answers: {
    search: {
      asks: { question },
      answers: { 'one fits': [article], 'none fits': [] },
      problems: { 'it could not be loaded': offline },
    },
  },
  drivers: {
    'user.wrote': [
      {
        event: { type: 'user.wrote', question },
        says: 'write a question',
        find: box,
        use: async (field, user) => {
          await user.clear(field)
          await user.click(field)
          await user.paste(question)
        },
      },
      {
        event: { type: 'user.wrote', question: '' },
        says: 'clear the box',
        find: box,
        use: async (field, user) => {
          await user.clear(field)
          await user.type(field, ' {Backspace}')
        },
      },
    ],
    'user.retried': {
      says: 'Retry',
      find: () => screen.queryByRole('button', { name: 'Retry' }),
      use: (button, user) => user.click(button),
    },
  },
  assertions: {
    blank: () => {
      expect(box()?.value).toBe('')
      expect(found()).toEqual([])
    },
    searching: () => expect(box()?.value).toBe(question),
    shown: ({ context }) => {
      expect(found().map((link) => link.getAttribute('href'))).toEqual(context.found.map(({ id }) => `/help-center/${id}`))
      expect(screen.queryByText(/^No matching articles/)).toBeNull()
    },
    empty: () => expect(screen.queryByText(/^No matching articles/)).not.toBeNull(),
    missed: () => expect(screen.queryByText(/^No matching articles/)).not.toBeNull(),
    failed: () => expect(alertText()).toContain('Network error'),
  },
  delays: { settled: 3_000 },
  exits: ['Replay'],
  // What was found stays until the next is there; the drivers clear the box before they write.
  project: ({ question: asked, problem }) => ({ asked, told: problem?.code ?? null }),
  invariants: {
    'what was written stays': {
      when: () => true,
      holds: ({ after }) => expect(box()?.value).toBe(after.context.question),
    },
  },
}

describe('the search of the Help Center', () => {
  verifyShape(helpSearchMachine)
  verifyEveryEdge(helpSearchMachine, fixture)
})
