// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { useActorRef, useSelector } from '@xstate/react'
import { StrictMode } from 'react'
import { expect, it } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { listMachine, type Page, type Query, selectStage } from '#src/machines/kit/list.machine.ts'
import { actorFrom } from '#src/services/kit/actor.ts'

const pages: PromiseWithResolvers<Page<unknown>>[] = []

/** Answers when it is told to, and fails as a call does when it is aborted. */
const machine = listMachine.provide({
  actors: {
    readPage: actorFrom<Page<unknown>, Query>((_, signal) => {
      const page = Promise.withResolvers<Page<unknown>>()
      pages.push(page)
      signal.addEventListener('abort', () => page.reject(refusal('net/timeout')))
      return page.promise
    }),
  },
})

function List() {
  const actor = useActorRef(machine, { input: { query: {} } })
  return <p>{useSelector(actor, selectStage)}</p>
}

it('the abort of an actor that strict React stopped and revived does not end its second life', async () => {
  render(
    <StrictMode>
      <List />
    </StrictMode>,
  )
  await expect.poll(() => pages.length).toBe(2)
  pages[1]?.resolve({ items: [], total: 0, readAt: '2026-01-01T00:00:00.000Z' })
  expect(await screen.findByText('showing')).toBeDefined()
})
