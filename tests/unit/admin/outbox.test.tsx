// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import type { Message } from '#contract/admin/outbox.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { OutboxTable } from '#src/views/admin/OutboxTable.tsx'

afterEach(cleanup)

const at = '2026-03-01T10:00:00.000Z'
const message: Message = {
  ...{ id: '1', channel: 'email', to: 'ada@example.test', subject: '<b>Reset</b>', text: 'Open https://x.test/<script>' },
  ...{ status: 'failed', statusSince: at, error: '550 no such person', createdAt: at },
}

async function show(items: Message[], isNarrowed = false) {
  const readPage = fromPromise<Page<unknown>, Query>(async () => ({ items, total: items.length, readAt: at }))
  const actor = createActor(listMachine.provide({ actors: { readPage } }), { input: { query: {} } }).start()
  await waitFor(actor, (snapshot) => snapshot.matches('showing'))
  const nothing = () => {}
  render(<OutboxTable {...{ actor, page: 1, pageSize: 25, isNarrowed, openId: '1' }} onPage={nothing} onOpen={nothing} />)
  actor.stop()
}

it('says of an empty list what will stand there, or that nobody has this address', async () => {
  await show([])
  expect(screen.getByText(/appear here/)).toBeDefined()
  cleanup()
  await show([], true)
  expect(screen.getByText('No messages to this address or number.')).toBeDefined()
})

it('names its columns and draws what was written as text', async () => {
  await show([message])
  expect(screen.getByRole('region', { name: 'messages' })).toBeDefined()
  for (const name of ['To', 'Subject', 'Channel', 'Status', 'Written'])
    expect(screen.getAllByText(name).length).toBeGreaterThan(0)
  expect(document.querySelector('b, script')).toBeNull()
})
