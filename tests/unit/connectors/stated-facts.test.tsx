// @vitest-environment happy-dom
/** What the pages of runs and records state is so: a title before a response, no internal code, and no pace of a host that accepts nothing. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { plainNoun } from '#contract/connectors/runs/record-noun.ts'
import { problem } from '#contract/kit/problem.ts'
import { awayWait } from '#server/engine/deliver/backoff.ts'
import { limitStatus } from '#server/engine/fairness/paces.ts'
import { remoteProblem } from '#server/engine/kinds/remote-problem.ts'
import { ownSentence } from '#server/features/assistant/speech.ts'
import { GroupOfRuns } from '#src/views/connectors/problems/GroupOfRuns.tsx'
import { Sums } from '#src/views/connectors/runs/Sums.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { HelpPlace } from '#src/views/kit/help-place.ts'
import { replayMessages } from '#src/views/studio/replay/replay.messages.ts'
import { retryMessages } from '#src/views/studio/retry/retry.messages.ts'

afterEach(cleanup)

const limit = { since: new Date(), side: 'destination', left: null, isSteady: false } as const
const measured = { from: 'measured', rate: { requests: 37, per: 1_000 } } as const

it('a host that accepts nothing for a minute is not said to accept 37 requests a second', () => {
  expect(limitStatus('https://crm.example.com', { ...measured, wait: 60_000 }, limit)).toMatchObject({
    reason: 'crm.example.com is limiting requests.',
    waiting: { pace: null },
  })
})

it.each([
  ['a short wait', { ...measured, wait: 1_000 }, 'accepts about 37 requests a second'],
  [
    'a wait that the pace explains',
    { from: 'measured', rate: { requests: 1, per: 60_000 }, wait: 50_000 },
    'accepts about 1 request a minute',
  ],
  ['an announced limit', { from: 'announced', rate: { requests: 2, per: 1_000 }, wait: 60_000 }, 'allows 2 requests a second'],
] as const)('%s keeps its pace', (_, status, text) => {
  expect(limitStatus('https://crm.example.com', status, limit).reason).toContain(text)
})

it('says what happened before it shows what the other system returned', () => {
  const answer = { status: 200, headers: {}, body: '<h1>Sign in</h1>', bytes: 16 }
  const failed = problem('source/not-json', { answer })
  const { container } = render(<ProblemAlert problem={failed} />)
  const text = container.textContent ?? ''
  expect(text.indexOf(failed.title)).toBe(0)
  expect(text.indexOf(failed.message)).toBeLessThan(text.indexOf('<h1>Sign in</h1>'))
})

it('names failed runs in sentences, and leads to the article instead of showing a code', () => {
  const at = '2026-03-01T10:00:00.000Z'
  const of = { code: 'destination/failing', message: 'CRM keeps failing.', count: 2, firstAt: at, lastAt: at, runId: '01a2' }
  const { container } = render(
    <HelpPlace value="#help">
      <GroupOfRuns of={of} count="2 runs failed" hrefOf={(id) => `#${id}`} />
    </HelpPlace>,
  )
  expect(container.textContent).not.toContain('destination/failing')
  expect(screen.getByRole('link', { name: 'Learn more' }).getAttribute('href')).toContain('destination-failing')
  // A point ends a line and never begins one.
  expect(container.textContent).toMatch(/^CRM keeps failing\.2 runs failed\u00a0· /)
})

it('a response is never said to be none: its status, or what it contained where the status is a success', () => {
  const wait = (status: number | null) => {
    const answer = status === null ? {} : { answer: { status, headers: {}, body: '<html>', bytes: 6 } }
    const why = remoteProblem('source/not-json', { message: 'The source returned a web page instead of data.', ...answer })
    return awayWait('source', 'Shop', { why, since: new Date(), retry: 2, wait: 1_000 })
  }
  expect([wait(200), wait(503), wait(null)]).toMatchObject([
    { reason: 'The source returned a web page instead of data.', lastStatus: 200 },
    { reason: 'HTTP 503', lastStatus: 503 },
    { reason: 'The source returned a web page instead of data.', lastStatus: null },
  ])
})

it('an open run that has read nothing is not said to add up', () => {
  const counts = { recordsRead: 0, recordsDelivered: 0, recordsSkipped: 0, recordsFailed: 0, recordsUnknown: 0 }
  const { container, rerender } = render(
    <Sums of={{ status: 'running', ...counts, recordsUnchanged: 0, recordsLeftOut: 0, sourceRecordsRead: null }} isOpen />,
  )
  expect(container.textContent).toMatch(/Nothing read yet\.$/)
  rerender(
    <Sums
      of={{
        status: 'running',
        ...counts,
        recordsRead: 3,
        recordsDelivered: 1,
        recordsUnchanged: 0,
        recordsLeftOut: 0,
        sourceRecordsRead: null,
      }}
      isOpen
    />,
  )
  expect(container.textContent).toContain('2 in progress.')
})

it('no time of the server is shown as it is sent, in a field of a problem or in an answer of the assistant', () => {
  const message = 'Muted until 2026-03-01T10:00:00.000Z.'
  const { container } = render(
    <ProblemAlert problem={problem('connector/invalid', { message, errors: [{ path: '/a', message }] })} />,
  )
  expect(container.textContent?.match(/Muted until/g)).toHaveLength(2)
  expect(container.textContent).not.toContain('2026-03-01T')
  expect(ownSentence(message)).toEqual([{ quote: 'Muted until ' }, { at: '2026-03-01T10:00:00.000Z' }, { quote: '.' }])
})

it('no button offers to send nothing', () => {
  expect(retryMessages.send(0, { one: 'customer', other: 'customers' })).toBe('Send customers')
  expect(retryMessages.send(1, plainNoun)).toBe('Send 1 record')
  expect(replayMessages.plan.send(0)).toBe('Send records')
})

it('counts groups beside the records that they are made of', () => {
  const none = { recordsSkipped: 0, recordsFailed: 0, recordsUnknown: 0, recordsUnchanged: 0, recordsLeftOut: 0 }
  const shown = (recordsRead: number, isOpen: boolean) =>
    render(
      <Sums
        of={{ ...none, status: 'running', recordsRead, recordsDelivered: recordsRead, sourceRecordsRead: 200 }}
        isOpen={isOpen}
      />,
    ).container.textContent
  expect(shown(0, true)).toContain('200 records read into groups so far. Groups are sent after all records are read.')
  expect(shown(6, false)).toContain('6 groups from 200 records = 6 delivered')
  expect(shown(600, false)).toContain('600 lines from 200 records = 600 delivered')
})
