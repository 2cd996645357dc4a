// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { Causes } from '#contract/connectors/problems/cause.ts'
import type { ProblemGroup, ProblemGroups } from '#contract/connectors/problems/problem-group.ts'
import { webPageIn, webPageText } from '#contract/kit/reason/markup-reason.ts'
import { type CausesActor, causesMachine } from '#src/machines/connectors/problems/causes.machine.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { CauseEvidenceFacts } from '#src/views/connectors/problems/CauseEvidence.tsx'
import { ProblemGroupList } from '#src/views/connectors/problems/ProblemGroupList.tsx'
import { problemLinks } from '#src/views/connectors/problems/problem-links.ts'
import { answeredOf } from '#src/views/connectors/problems/problem-title.ts'
import type { ShownKind } from '#src/views/connectors/problems/shown-groups.ts'

afterEach(cleanup)

function listOf(items: readonly unknown[], total = items.length) {
  const readPage = fromPromise<Page<unknown>, Query>(async () => ({ items, total, readAt: '2026-01-01T00:00:00.000Z' }))
  return createActor(listMachine.provide({ actors: { readPage } }), { input: { query: {} } }).start()
}

const happened = { id: 'x', at: '2026-11-20T10:00:00.000Z', actor: 'Ann Lee' } as const

/** What was drawn last. Toasts of other files stand beside it. */
let page: HTMLElement
const entry = (at: number) => within(within(page).getAllByRole('listitem')[at] as HTMLElement)

const group: ProblemGroup = {
  ...{
    id: 'a'.repeat(32),
    state: 'open',
    code: 'destination/refused',
    message: 'Order … is unknown.',
    answerStatus: 422,
    failed: 3,
    unknown: 0,
  },
  ...{ isMixed: false, field: null, records: 3, openRecords: 3 },
  ...{ arrived: 0, arrivedAt: null, replayId: null, arrivedRun: null, arrivedRuns: 0 },
  ...{ firstAt: '2026-11-20T09:00:00.000Z', lastAt: '2026-11-20T10:00:00.000Z' },
  example: { transactionId: 't1', recordKey: '7', message: 'Order 7 is unknown.', answer: '{"message":"no such order"}' },
}

/** What people did about the problems; not read where a test does not need it. */
let causes: CausesActor | null = null
afterEach(() => {
  causes = null
})

async function problemsOf(groups: readonly ProblemGroup[], shown: ShownKind = 'open', more: Partial<ProblemGroups> = {}) {
  const none = { failedRuns: [], failedDeployments: [], absentPaths: [], failedFollowUps: 0 }
  const times = { from: happened.at, to: happened.at }
  const found: ProblemGroups = { ...none, arrived: 0, records: groups.length, isCut: false, ...more, ...times, groups }
  const props = {
    range: null,
    links: problemLinks('c1'),
    systemName: 'Demo CRM',
    noun: { one: 'order', other: 'orders' },
    userId: 'me',
    causes: causes ?? createActor(causesMachine, { input: { connectorId: 'c1' } }),
    shown,
    onShow: () => {},
    openId: undefined,
    onTurn: () => {},
    drawOpened: () => <p>Evidence</p>,
  }
  page = render(<ProblemGroupList actor={listOf([found], 1)} {...props} />).container
  await screen.findByRole('button', { name: /^Open \d+$/ })
}
const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) }).textContent
const hrefOf = (at: number, name: string) => entry(at).getByRole('link', { name }).getAttribute('href') ?? ''

it("tells a cause in the destination's own words, with its counts and the way to retry it", async () => {
  const silent = { message: '', code: '', answerStatus: null, failed: 0, unknown: 1, records: 1, openRecords: 1 }
  await problemsOf([group, { ...group, ...silent, id: 'b', example: { ...group.example, message: '', answer: null } }], 'open', {
    isCut: true,
  })
  entry(0).getByRole('heading', { name: 'No such order' })
  expect(entry(0).queryByText('“no such order”')).toBeNull()
  screen.getByText('HTTP 422')
  entry(0).getByText('3')
  entry(0).getByText('Evidence')
  expect(entry(0).queryByRole('link', { name: 'Fix mapping' })).toBeNull()
  expect(hrefOf(0, 'Retry 3…')).toContain(`retry=${group.id}`)
  entry(1).getByRole('heading', { name: 'The cause was not recorded.' })
  entry(1).getByText('1 with unknown outcome')
  expect(entry(1).queryByText('Evidence')).toBeNull()
  expect(screen.queryByText(/^No response from/)).toBeNull()
  screen.getByText(/the newest 20,000 are grouped here/)
  expect(screen.getByRole('link', { name: 'Retry all 4…' }).getAttribute('href')).toContain('retry=all')
})

it('leaves what differs from record to record out of the name of several, and quotes one of them', async () => {
  const answer = JSON.stringify({ errors: [{ field: 'email', message: 'Contact 88214 is not named a@b.example.' }] })
  const several = { ...group, field: 'person.email', example: { ...group.example, answer } }
  await problemsOf([several, { ...several, id: 'b', failed: 1, records: 1, openRecords: 1 }])
  entry(0).getByRole('heading', { name: 'Contact … is not named …' })
  entry(0).getByText('For example: “Contact 88214 is not named a@b.example.”')
  entry(0).getByText('person.email')
  expect(hrefOf(0, 'Fix mapping')).toMatch(/field=person\.email$/)
  entry(1).getByRole('heading', { name: 'Contact 88214 is not named a@b.example' })
  screen.getByText('4 orders, 2 reasons')
})

it('offers no mapping where another record has the value already', async () => {
  const answer = JSON.stringify({ errors: [{ field: 'email', message: 'Another contact already uses this email.' }] })
  await problemsOf([{ ...group, field: 'email', example: { ...group.example, answer } }])
  entry(0).getByText('email')
  expect(entry(0).queryByRole('link', { name: 'Fix mapping' })).toBeNull()
  expect(hrefOf(0, 'See both orders')).toMatch(/both=[\w-]+%3Aemail$/)
})

it('offers to mute what no other value would change, where its card is closed', async () => {
  const readCauses = fromPromise<Causes, { readonly connectorId: string }>(async () => ({ causes: [], people: [] }))
  causes = createActor(causesMachine.provide({ actors: { readCauses } }), { input: { connectorId: 'c1' } }).start()
  const of = (id: string, message: string) => ({
    ...group,
    id,
    example: { ...group.example, answer: JSON.stringify({ message }) },
  })
  await problemsOf([group, of('b', 'Contact is on the suppression list.'), of('c', 'phone must start with +')])
  await waitFor(() => entry(1).getByRole('button', { name: 'Mute' }))
  expect(entry(2).queryByRole('button', { name: 'Mute' })).toBeNull()
})

it('names no reason of records that failed for different ones, and offers no mapping for them', async () => {
  const others = { ...group, id: 'f'.repeat(32), isMixed: true, failed: 40, records: 37, openRecords: 37 }
  await problemsOf([{ ...group, id: 'b', isMixed: true }, others])
  entry(0).getByRole('heading', { name: 'Order 7 is unknown.' })
  entry(0).getByText('For example: “no such order”')
  entry(1).getByRole('heading', { name: 'Other reasons, 37 orders' })
  entry(1).getByText('These records failed for different reasons.')
  entry(1).getByText('40 failures')
  expect(screen.queryByRole('link', { name: 'Fix mapping' })).toBeNull()
  expect(hrefOf(1, 'Retry 37…')).toContain(`retry=${others.id}`)
})

it('closes a cause whose records were all delivered later, and says of the others how many are open', async () => {
  const arrivedRun = { runId: 'run-1', startedAt: '2026-11-20T11:40:00.000Z' }
  const groups = [
    { ...group, id: 'b'.repeat(32), arrived: 1, openRecords: 2, arrivedRun, arrivedRuns: 1 },
    { ...group, arrived: 3, openRecords: 0, arrivedRun, arrivedRuns: 1, replayId: 'p1' },
    {
      ...group,
      id: 'c'.repeat(32),
      failed: 0,
      unknown: 32,
      records: 32,
      arrived: 32,
      openRecords: 0,
      arrivedRun,
      arrivedRuns: 2,
    },
  ]
  await problemsOf(groups)
  expect([chip('Open'), chip('Resolved')]).toEqual(['Open 1', 'Resolved 2'])
  entry(0).getByText('1 of 3 delivered later, 2 are still open')
  entry(0).getByRole('link', { name: 'Retry 2…' })
  cleanup()
  await problemsOf(groups, 'resolved')
  entry(0).getByText(/^Closed automatically: all 3 delivered by the run of/)
  expect(
    within(entry(0).getByText(/^Closed automatically/))
      .getAllByRole('link')[0]
      ?.getAttribute('href'),
  ).toBe('/details/c1/runs/run-1')
  expect(hrefOf(0, 'See the retry')).toContain('replay=p1')
  entry(1).getByText(/^Closed automatically: all 32 delivered by 2 runs, the last of/)
  expect(screen.queryByText(/with unknown outcome/)).toBeNull()
  expect(screen.queryByRole('link', { name: /^Retry \d/ })).toBeNull()
})

it('is one entry for one cause: the runs that failed for it and the path that no record contained are shown with it', async () => {
  const times = { firstAt: happened.at, lastAt: happened.at, count: 2, runId: 'run-1234567' }
  const dropped = 'No record contained "mail", which is mapped to "email".'
  const more = {
    failedRuns: [
      { code: 'destination/refused', message: 'Order 7 is unknown. None of the 3 records were delivered.', ...times },
      { code: 'source/refused', message: 'The source returned 401.', ...times },
    ],
    absentPaths: [
      { code: 'mapping/path-absent', message: dropped, targetPath: 'email', ...times },
      { code: 'mapping/path-absent', message: 'No record contained "x".', targetPath: 'y', ...times },
    ],
  }
  await problemsOf([{ ...group, field: 'email' }], 'open', more)
  expect(chip('Open')).toBe('Open 3')
  const card = within(screen.getByRole('article', { name: 'No such order' }))
  card.getByText(dropped)
  card.getByRole('link', { name: '2 runs failed because of this' })
  expect(screen.getAllByText(dropped)).toHaveLength(1)
  expect(screen.queryByText(/None of the 3 records/)).toBeNull()
  screen.getByRole('heading', { name: 'The source returned 401.' })
})

it('shows a run with unknown outcomes with the problem of its records, and not as open when all of them arrived later', async () => {
  const times = { firstAt: happened.at, lastAt: happened.at, count: 1, runId: 'run-1234567' }
  const more = { failedRuns: [{ code: 'run/outcome-unknown', message: '0 of 32 records delivered.', ...times }] }
  const unclear = { ...group, code: 'destination/outcome-unknown', failed: 0, unknown: 32, arrived: 0 }
  await problemsOf([unclear], 'open', more)
  expect(chip('Open')).toBe('Open 1')
  screen.getByRole('link', { name: '1 run failed because of this' })
  cleanup()
  await problemsOf([{ ...unclear, arrived: 32, arrivedAt: happened.at }], 'open', more)
  expect([chip('Open'), chip('Resolved')]).toEqual(['Open 0', 'Resolved 1'])
  cleanup()
  await problemsOf([group], 'open', more)
  expect(chip('Open')).toBe('Open 2')
})

it('shows muted and resolved causes apart, and neither as open', async () => {
  const groups = [group, { ...group, id: 'b', state: 'muted' as const }, { ...group, id: 'c', state: 'resolved' as const }]
  await problemsOf(groups, 'muted')
  expect([chip('Open'), chip('Muted'), chip('Resolved')]).toEqual(['Open 1', 'Muted 1', 'Resolved 1'])
  expect(within(page).getAllByRole('listitem')).toHaveLength(1)
  cleanup()
  await problemsOf([], 'mine')
  screen.getByText('No problems')
  cleanup()
  await problemsOf([group], 'mine')
  screen.getByText('Nothing assigned to you')
})

it.each([
  ['missing', null, {}, 'Map a field to email.'],
  ['missing', 'mail', {}, 'email comes from mail, which is empty in these records. Choose another field or set a default.'],
  [
    'space',
    'mail',
    {},
    'In the mapping, split email at the space and use the first part. 2 of 3 would then match delivered records.',
  ],
  ['space', null, {}, null],
  ['missing', null, { failed: 0, unknown: 3 }, null],
  ['missing', null, { isMixed: true }, null],
] as const)('advises about a field that is %s and filled from %s, where that can help', async (trait, from, more, advice) => {
  const difference = { path: 'email', trait, value: '', from, lost: 3, delivered: 0, fixed: trait === 'space' ? 2 : null }
  const actor = listOf([{ firstVersion: 1, lost: 3, delivered: 9, differences: [difference], affected: null }], 1)
  const props = { actor, group: { ...group, ...more }, mappingHref: () => '#' }
  const { rerender } = render(<CauseEvidenceFacts {...props} isExplained={false} />)
  await screen.findByText(/3 of 3 failed/)
  const shown = () => screen.queryByRole('link', { name: 'Fix mapping' })?.previousElementSibling?.textContent ?? null
  expect(shown()).toBe(advice)
  rerender(<CauseEvidenceFacts {...props} isExplained />)
  expect(shown()).toBeNull()
})

it('says that a destination was silent only of what was sent to it', async () => {
  const silent = { ...group, answerStatus: null, example: { ...group.example, answer: null } }
  await problemsOf([
    { ...silent, code: 'destination/timeout' },
    { ...silent, id: 'b', code: 'mapping/failed', field: 'order.at' },
  ])
  expect(screen.getAllByText('No response from Demo CRM')).toHaveLength(1)
  expect(screen.getByText('Mapping failed').title).toBe('mapping/failed')
  expect(hrefOf(1, 'Fix mapping')).toMatch(/field=order\.at$/)
})

it.each([
  ['<html><title>Bad gateway</title></html>', 'Bad gateway'],
  ['<html>Bad</html>', null],
  ['Bad gateway', 'Bad gateway'],
  ['{"message":"is unknown"}', null],
  ['{"errors":[{"field":"sku","message":"no such sku"}]}', 'no such sku'],
  ['', null],
  [null, null],
])('tells of an answer %s what our sentence does not have: %s', (answer, told) => {
  expect(answeredOf({ ...group, example: { ...group.example, answer } })).toBe(told)
})

it('says of a page in place of data that it is one, with its title as a detail', async () => {
  const answer = '<!doctype html><html><head><title>Sign in to Acme</title></head></html>'
  const message = webPageText('The destination', answer)
  await problemsOf([{ ...group, example: { ...group.example, answer, message } }])
  screen.getByRole('heading', { name: 'The destination returned a web page instead of data' })
  screen.getByText('Page title: “Sign in to Acme”')
  expect(webPageText('The source', '<html><body></body></html>')).toBe('The source returned a web page instead of data.')
  expect(webPageIn('The source answered 401.')).toBeNull()
})

it('shows failed runs and deployments as problems, with their cause', async () => {
  const times = { firstAt: happened.at, lastAt: happened.at }
  await problemsOf([], 'open', {
    failedRuns: [{ code: 'source/refused', message: 'The source returned 401.', count: 2, runId: 'run-1234567', ...times }],
    failedDeployments: [{ at: happened.at, message: 'No.', fields: [{ path: '/source/url', message: 'is closed' }] }],
  })
  screen.getByRole('heading', { name: 'The source returned 401.' })
  screen.getByText('2 runs failed')
  expect(screen.getByRole('link', { name: 'run-1234' }).getAttribute('href')).toBe('/details/c1/runs/run-1234567')
  screen.getByText('/source/url is closed')
  expect(screen.queryByText('No problems')).toBeNull()
})

it('shows a mapped path that no record contained as a problem, with the run', async () => {
  const times = { firstAt: happened.at, lastAt: happened.at }
  const message = 'No record contained "total", which is mapped to "amount".'
  await problemsOf([], 'open', {
    absentPaths: [{ code: 'mapping/path-absent', message, targetPath: 'amount', count: 1, runId: 'run-1234567', ...times }],
  })
  screen.getByRole('heading', { name: message })
  screen.getByText('missing from every record in 1 run')
  expect(screen.getByRole('link', { name: 'run-1234' }).getAttribute('href')).toBe('/details/c1/runs/run-1234567')
  expect(screen.queryByText('No problems')).toBeNull()
})

it('says that there are no problems', async () => {
  await problemsOf([])
  screen.getByText('No problems')
  expect(screen.queryByRole('link', { name: /^Retry all/ })).toBeNull()
})

it('says that figures are of the newest records only where not all were compared', async () => {
  const differences = [{ path: 'phone', trait: 'space', value: '', from: 'phone', lost: 10, delivered: 0, fixed: null }]
  const noteOf = async (delivered: number) => {
    const actor = listOf([{ firstVersion: 1, lost: 10, delivered, differences, affected: null }], 1)
    cleanup()
    render(<CauseEvidenceFacts actor={actor} group={group} mappingHref={() => '#'} isExplained={false} />)
    await screen.findByText(/10 of 10 failed/)
    return screen.queryByText('Compared: the newest records, 10 failed and 200 delivered.')
  }
  expect(await noteOf(199)).toBeNull()
  expect(await noteOf(200)).not.toBeNull()
})

it('says whom a problem affects, in a line, and nothing where nothing can be said', async () => {
  const of = async (affected: unknown) => {
    const actor = listOf([{ firstVersion: 1, lost: 3, delivered: 9, differences: [], affected }], 1)
    cleanup()
    render(<CauseEvidenceFacts actor={actor} group={group} mappingHref={() => '#'} isExplained={false} />)
    await screen.findByText(/first seen in version 1/)
    return screen.queryByText('Who is affected')?.nextElementSibling?.textContent ?? null
  }
  const counts = [
    { value: 'Germany', count: 23 },
    { value: 'Austria', count: 2 },
  ]
  const since = { path: 'createdAt', at: '2026-11-24T10:00:00.000Z' }
  expect(await of({ values: { path: 'address.country', counts }, since })).toMatch(
    /^23 in Germany, 2 in Austria, all created since .*24/,
  )
  expect(await of({ values: { path: 'plan', counts: [{ value: 'pro', count: 3 }] }, since: null })).toBe('plan 3 pro')
  expect(await of(null)).toBeNull()
})
