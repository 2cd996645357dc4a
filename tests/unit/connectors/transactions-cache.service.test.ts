// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { problem } from '#contract/kit/problem.ts'
import { enterTab, leaveTab } from '#src/services/auth/tab.storage.ts'
import { keepPage, readCachedPage } from '#src/services/connectors/runs/transactions-cache.service.ts'
import { pageOf, transaction } from '../../model/connectors/runs/transactions.ts'

afterEach(() => sessionStorage.clear())

const now = Date.parse('2026-11-20T10:00:00.000Z')
const place = { connectorId: '7', text: '{"page":1}' }
const page = pageOf(['a', 'b'], 'run 1')
const everything = () => JSON.stringify(Object.entries(sessionStorage))

it('gives back what it kept of the same question, with its age', () => {
  keepPage(place, page, now)
  const kept = readCachedPage(place, now + 61_000)
  expect(kept?.age).toBe(61_000)
  expect(kept?.page).toEqual({ ...page, items: page.items.map((item) => ({ ...item, payload: undefined })) })
})

it('gives nothing of another range, another page or another connector', () => {
  keepPage(place, page, now)
  expect(readCachedPage({ ...place, text: '{"page":2}' }, now)).toBeNull()
  expect(readCachedPage({ ...place, connectorId: '8' }, now)).toBeNull()
})

it('keeps no payload and nothing that another system answered', () => {
  const answer = { status: 401, headers: { 'x-key': 'hush-header' }, body: 'hush-body', bytes: 9 }
  const error = problem('destination/refused', { message: 'It was refused.', answer })
  const items = [transaction('a', { payload: { token: 'hush-payload' }, status: 'failure', error })]
  keepPage(place, { ...page, items, total: 1 }, now)
  expect(everything()).not.toContain('hush')
  expect(readCachedPage(place, now)?.page.items[0]?.error).toEqual(problem('destination/refused', { message: 'It was refused.' }))
})

it('keeps one page of a connector, of the eight that were looked at last', () => {
  keepPage(place, page, now)
  keepPage({ ...place, text: '{"page":2}' }, page, now)
  expect(readCachedPage(place, now)).toBeNull()
  for (let at = 1; at <= 10; at += 1) keepPage({ connectorId: `c${at}`, text: '' }, page, now + at)
  expect(sessionStorage.length).toBe(8)
  expect(readCachedPage({ connectorId: 'c2', text: '' }, now)).toBeNull()
  expect(readCachedPage({ connectorId: 'c3', text: '' }, now)).not.toBeNull()
})

it('keeps nothing that is large, and not what stood there before either', () => {
  keepPage(place, page, now)
  const large: Transaction[] = Array.from({ length: 1_000 }, (_, at) => transaction(`${at}`, { details: 'x'.repeat(500) }))
  keepPage(place, { ...page, items: large, total: 1_000 }, now)
  expect(sessionStorage.length).toBe(0)
})

it('is emptied when somebody signs out', () => {
  keepPage(place, page, now)
  leaveTab()
  expect(readCachedPage(place, now)).toBeNull()
})

it('is emptied when somebody else comes in, and waits for the same person', () => {
  enterTab('somebody')
  keepPage(place, page, now)
  enterTab('somebody')
  expect(readCachedPage(place, now)).not.toBeNull()
  enterTab('somebody else')
  expect(readCachedPage(place, now)).toBeNull()
})

it.each(['', 'null', '{"items":[]}', '{"query":"{\\"page\\":1}","items":[{"recordKey":7}],"total":1}', '[1', '"…"'])(
  'takes %s, which it did not write, for nothing',
  (written) => {
    sessionStorage.setItem('transactions:7', written)
    expect(readCachedPage(place, now)).toBeNull()
    keepPage(place, page, now)
    expect(readCachedPage(place, now)?.page.total).toBe(2)
  },
)

it('never says that something is younger than it can be', () => {
  keepPage(place, page, now)
  expect(readCachedPage(place, now - 5_000)?.age).toBe(0)
})
