// @vitest-environment happy-dom
/** What an open run says of itself: the same state on every page, and its sentence. */
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Attention } from '#contract/connectors/list/connector-overview.ts'
import { plainNoun } from '#contract/connectors/runs/record-noun.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import {
  limitText,
  paceText,
  recordsOpen,
  runDisplayOf,
  startsAfter,
  timeLeftText,
  waitingText,
} from '#contract/connectors/runs/run-display.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import { AttentionList } from '#src/views/connectors/list/AttentionList.tsx'
import { RunPanel } from '#src/views/connectors/runs/page/RunPanel.tsx'
import { RunView } from '#src/views/connectors/runs/page/RunView.tsx'
import { RecentRuns } from '#src/views/connectors/runs/RecentRuns.tsx'
import { RunBars } from '#src/views/connectors/runs/RunBars.tsx'

afterEach(cleanup)

const at = '2026-03-01T10:00:00.000Z'
const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

const limited: Waiting = {
  ...{ kind: 'limited', since: at, side: 'destination', system: 'CRM', nextAt: null, checkedEvery: null, reason: null },
  ...{ pace: { from: 'announced', requests: 2, seconds: 1 }, endsAt: null, recordsWaiting: 480 },
}
const away: Waiting = {
  ...{ kind: 'away', since: at, side: 'destination', system: 'CRM', pace: null, endsAt: null },
  ...{ nextAt: soon(12_000), checkedEvery: 30, reason: 'HTTP 503', lastStatus: 503, recordsWaiting: 218 },
}

const runOf = (changes: Partial<Run> = {}): Run => ({
  ...{ runId: 'r', connectorId: 'c', version: 3, trigger: 'schedule', status: 'running', result: null, error: null },
  ...{ statusSince: at, statusReason: '', statusNext: '', waiting: null, isReadToEnd: true, startedAt: at, endedAt: null },
  ...{ pagesRead: 1, recordsRead: 640, recordsDelivered: 158, recordsSkipped: 0, recordsFailed: 2, recordsUnknown: 0 },
  ...{ recordsUnchanged: 0, recordsLeftOut: 0, sourceRecordsRead: null, recordsPossiblyTwice: 0 },
  ...changes,
})

const customers = { one: 'customer', other: 'customers' }
const systems = { source: 'Shopify', destination: 'CRM' }
const shown = (changes: Partial<Run>, queuedBefore = 0) => {
  cleanup()
  render(<RunPanel run={runOf(changes)} systems={systems} noun={customers} queuedBefore={queuedBefore} isLinked />)
  return screen.queryByRole('region', { name: 'Run in progress' })
}

describe('the state of a run', () => {
  it.each([
    ['starting', { status: 'queued' }],
    ['reading', { isReadToEnd: false }],
    ['moving', {}],
    ['limited', { waiting: limited, isReadToEnd: false }],
    ['away', { waiting: away }],
    // A pause is a decision: what it waited for before says nothing any longer.
    ['paused', { status: 'paused', waiting: away }],
    ['stopping', { status: 'cancelled', endedAt: at }],
    ['ended', { status: 'cancelled', endedAt: at, recordsDelivered: 638 }],
    ['ended', { status: 'succeeded', endedAt: at }],
    ['ended', { status: 'failed', endedAt: at }],
  ] as const)('is %s', (display, changes) => {
    expect(runDisplayOf(runOf(changes))).toBe(display)
  })

  it('counts what was read and has not ended', () => {
    expect(recordsOpen(runOf({ recordsSkipped: 10, recordsUnknown: 20, recordsUnchanged: 30 }))).toBe(420)
    expect(recordsOpen(runOf({ recordsRead: 0 }))).toBe(0)
  })

  it('lets no next start be in the past, nor promises one while a system is away', () => {
    const now = Date.parse(at)
    const [before, after] = ['2026-03-01T09:59:00.000Z', '2026-03-01T10:15:00.000Z']
    expect(startsAfter(before, runOf(), null, now)).toBe(true)
    expect(startsAfter(after, runOf(), 'limited', now)).toBe(false)
    expect(startsAfter(after, runOf(), 'away', now)).toBe(true)
    expect(startsAfter(before, runOf({ status: 'succeeded', endedAt: at }), null, now)).toBe(false)
    expect(startsAfter(before, null, null, now)).toBe(false)
  })
})

describe('the sentence of a limit', () => {
  it('tells what was announced or set from what was measured', () => {
    expect(limitText('CRM', { from: 'set', requests: 2, seconds: 1 })).toBe('CRM allows 2 requests a second.')
    expect(limitText('CRM', { from: 'measured', requests: 1.96, seconds: 1 })).toBe('CRM accepts about 2 requests a second.')
    expect(limitText('CRM', null)).toBe('CRM is limiting requests.')
    expect(paceText({ requests: 10, seconds: 20 })).toBe('30 requests a minute')
    expect(paceText({ requests: 1, seconds: 3_600 })).toBe('1 request an hour')
    // A host that accepts little is not said to accept nothing.
    expect(paceText({ requests: 0.04, seconds: 1 })).toBe('2.4 requests a minute')
    expect(paceText({ requests: 0.5, seconds: 60 })).toBe('30 requests an hour')
    expect(paceText({ requests: 0.000_01, seconds: 1 })).toBe('less than 1 request an hour')
  })

  it('tells the time that is left only where it is known', () => {
    expect([30_000, 200_000, 5_000_000, null].map(timeLeftText)).toEqual([
      'Less than a minute left.',
      'About 4 minutes left.',
      'About 2 hours left.',
      'Time left is not known yet.',
    ])
  })
})

describe('the panel of an open run', () => {
  it.each([
    ['Running', 'Reading from Shopify. Time left is not known yet.', { isReadToEnd: false }],
    ['Running', 'Sending to CRM. Time left is not known yet.', {}],
    [
      'Running',
      'The connection "CRM" is off. Continues when the connection is on.',
      {
        ...{ heldBy: 'connection', statusReason: 'The connection "CRM" is off.' },
        statusNext: 'Continues when the connection is on.',
      },
    ],
    [
      'Queued',
      'On hold. The budget is used. Continues when you raise it.',
      {
        ...{ status: 'queued', startedAt: null, heldBy: 'hold' },
        ...{ statusReason: 'On hold. The budget is used.', statusNext: 'Continues when you raise it.' },
      },
    ],
    ['Limited', 'CRM allows 2 requests a second. About 4 minutes left.', { waiting: { ...limited, endsAt: soon(230_000) } }],
    ['Limited', 'CRM allows 2 requests a second. Time left is not known yet.', { waiting: limited }],
    ['Queued', 'Waiting for a free worker. 2 runs are ahead in the queue.', { status: 'queued', startedAt: null }],
    ['Paused', 'Paused by Jonas Beck. 480 customers wait.', { status: 'paused', statusReason: 'Paused by Jonas Beck.' }],
    ['Stopping', 'Waiting for responses to records already sent. You can retry the rest.', { status: 'cancelled', endedAt: at }],
  ] as const)('says %s: %s', (word, sentence, changes) => {
    const panel = shown(changes as Partial<Run>, 2)
    expect(panel?.querySelector('p')?.textContent).toBe(sentence)
    within(panel as HTMLElement).getByText(word, { exact: true })
  })

  it('says since when nothing was taken, when it checks again, and how many records wait', () => {
    const panel = shown({ waiting: away, recordsRead: 250, recordsDelivered: 32, recordsFailed: 0 })
    expect(panel?.querySelector('p')?.textContent).toMatch(
      /^CRM hasn't accepted any records since .*\d\d:\d\d\. We check every 30 s\. 218 customers wait\.$/,
    )
    expect(panel?.textContent).toMatch(
      /Last response: “HTTP 503” · next check in \d+ s · continues as soon as CRM accepts records/,
    )
    const due = { ...away, nextAt: soon(-6_000) }
    expect(shown({ waiting: due })?.textContent).toContain('· checking now ·')
    expect(shown({ waiting: due })?.textContent).not.toContain('ago')
    const single = { ...away, kind: 'delayed', recordsWaiting: 3, checkedEvery: null } as const
    expect(shown({ waiting: single })?.textContent).toMatch(
      /CRM accepts other records, but delays some\. We keep trying\. 3 customers wait\..*next retry in \d+ s/,
    )
    expect(shown({ waiting: { ...single, nextAt: soon(-6_000) } })?.textContent).toContain('retrying now')
    const refused = { ...away, reason: "The destination can't be reached.", lastStatus: null }
    expect(shown({ waiting: refused })?.textContent).toContain("Last attempt: The destination can't be reached · next check")
    expect(shown({ waiting: refused })?.textContent).toContain('continues as soon as CRM responds')
    const source = { ...refused, side: 'source', system: 'Shopify', recordsWaiting: 0 } as const
    expect(shown({ waiting: source })?.textContent).toMatch(
      /Shopify has not responded since .*\. We retry up to 5 times, then the run fails\..*next retry in \d+ s/,
    )
    expect(shown({ waiting: source })?.textContent).not.toMatch(/next check|continues as soon/)
    expect(waitingText(source)).toContain('We retry up to 5 times, then the run fails.')
    expect(waitingText(refused)).toContain('The run continues automatically.')
  })

  it.each(['source', 'enrichment'] as const)('says of a %s that responds what it returned, and what to do', (side) => {
    const reason = 'The source returned a web page instead of data. Its title is “Sign in”.'
    const page = { ...away, side, system: 'Shopify', reason, lastStatus: 200 } as const
    const text = shown({ waiting: page })?.textContent
    expect(text).toMatch(/Shopify has not returned any data since .*Last response: The source returned a web page/)
    expect(text).toContain('· check the URL and the credentials ·')
    expect(text?.includes('continues as soon as Shopify returns data')).toBe(side === 'enrichment')
    expect(text).not.toContain('responded')
    expect(waitingText(page)).toContain(reason)
    const failing = shown({ waiting: { ...page, reason: 'HTTP 503', lastStatus: 503 } })?.textContent
    expect(failing).toContain('Last response: “HTTP 503”')
    expect(failing).not.toContain('check the URL')
  })

  it('is the one place of the page of a run that says what the run waits for', () => {
    const told = { statusReason: 'CRM allows 2 requests a second.', statusNext: 'Time left is not known yet.' }
    const connector = { _id: 'c', name: 'Orders', status: 'Active' } as const
    const page = (changes: Partial<Run>) => {
      cleanup()
      const run = runOf({ ...told, ...changes })
      return render(
        <RunView
          report={{ readAt: at, connector, run, recordNoun: plainNoun, startedBy: null, queuedAt: at, parts: [], problems: [] }}
        />,
      ).container
    }
    expect(page({ waiting: limited }).textContent?.split(told.statusReason)).toHaveLength(2)
    expect(page({ status: 'succeeded', endedAt: at }).textContent).toContain(told.statusReason)
  })

  it('says what became of its follow-up requests, whose failures are no failures of records', () => {
    const connector = { _id: 'c', name: 'Orders', status: 'Active' } as const
    const afterwards = { pending: 0, done: 1_016, failed: 4, unknown: 0 }
    const report = { readAt: at, connector, run: runOf(), recordNoun: plainNoun, startedBy: null, queuedAt: at }
    render(<RunView report={{ ...report, parts: [], problems: [], afterwards }} />)
    screen.getByText('1,016 done, 4 failed. Open a record to see why, and to retry only its request.')
  })

  it('quotes what all records of a problem share, and retries only those', () => {
    const connector = { _id: 'c', name: 'Orders', status: 'Active' } as const
    const example = { transactionId: 't', recordKey: '7', recordName: null }
    const problem = (id: string, message: string, isMixed = false) => ({
      ...{
        id,
        code: 'destination/refused',
        message: 'The destination returned 422.',
        field: 'order.email',
        answerStatus: 422,
        isMixed,
        example,
      },
      ...{ answer: JSON.stringify({ message }), failed: 5, unknown: 0, arrived: 2, arrivedAt: null },
    })
    const problems = [problem('a', 'must be true'), problem('b', 'Order 7 is unknown'), problem('d', 'must be true', true)]
    const recordNoun = { one: 'customer', other: 'customers' }
    render(
      <RunView
        report={{ readAt: at, connector, run: runOf(), recordNoun, startedBy: null, queuedAt: at, parts: [], problems }}
      />,
    )
    const rows = within(screen.getByRole('region', { name: 'Problems' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent?.includes('For example:'))).toEqual([false, true, true])
    within(rows[0] as HTMLElement).getByText('5 customers')
    within(rows[0] as HTMLElement).getByText('order.email')
    expect(
      within(rows[0] as HTMLElement)
        .getByRole('link', { name: 'Retry 3…' })
        .getAttribute('href'),
    ).toContain('retry=a&since=')
  })

  it('says how long it waited in the queue where that was long enough to notice', () => {
    const connector = { _id: 'c', name: 'Orders', status: 'Active' } as const
    const queued = (before: number) => {
      cleanup()
      const queuedAt = new Date(Date.parse(at) - before).toISOString()
      render(
        <RunView
          report={{
            readAt: at,
            connector,
            run: runOf(),
            recordNoun: plainNoun,
            startedBy: null,
            queuedAt,
            parts: [],
            problems: [],
          }}
        />,
      )
      return screen.queryByText('Waited in queue')?.nextElementSibling?.textContent ?? null
    }
    expect([queued(126), queued(1_000), queued(4_000)]).toEqual([null, null, expect.stringMatching(/^4(\.0+)? s$/)])
  })

  it('shows every record once, also in words', () => {
    const panel = shown({ waiting: limited, recordsUnknown: 3 }) as HTMLElement
    expect(within(panel).getByRole('img').getAttribute('aria-label')).toBe(
      '158 delivered, 2 failed, 3 unknown, 477 waiting, of 640 customers read',
    )
    expect(panel.textContent).toContain('All 640 customers read')
  })

  it('reads out only what changes with the state', () => {
    const said = (changes: Partial<Run>) => within(shown(changes) as HTMLElement).getByRole('status').textContent
    const first = said({ waiting: { ...limited, endsAt: soon(230_000) }, recordsDelivered: 158 })
    expect(first).toBe('CRM limits requests. The run continues at the allowed pace.')
    expect(said({ waiting: { ...limited, endsAt: soon(60_000), pace: null }, recordsDelivered: 400 })).toBe(first)
    expect(said({ waiting: away })).toMatch(/^CRM hasn't accepted any records since .*\.$/)
    expect(said({})).toBe('The run is sending records.')
  })

  it('leaves its place once the run has ended', () => {
    expect(shown({ status: 'succeeded', endedAt: at })).toBeNull()
  })
})

describe('the last runs of a connector', () => {
  const ended = { status: 'succeeded', result: 'succeeded', endedAt: at } as const
  const none = { recordsDelivered: 0, recordsFailed: 0 }

  it('tell unchanged records from none', () => {
    const run = runOf({ ...ended, ...none, recordsRead: 240, recordsUnchanged: 240 })
    render(<RecentRuns connectorId="c" runs={[run]} />)
    expect(screen.getAllByRole('row').at(-1)?.textContent).toContain('240 unchanged')
    cleanup()
    const { container } = render(<RunBars runs={[run]} />)
    expect(screen.getByRole('link').getAttribute('aria-label')).toMatch(/: 0 delivered, 0 failed, 240 unchanged$/)
    expect(container.querySelector<HTMLElement>('li [data-part="unchanged"]')?.style.height).not.toBe('0%')
  })

  it('never count an unknown outcome as a failure', () => {
    const run = runOf({ ...ended, ...none, recordsRead: 32, recordsUnknown: 32 })
    render(<RecentRuns connectorId="c" runs={[run]} />)
    const cells = within(screen.getAllByRole('row').at(-1) as HTMLElement).getAllByRole('cell')
    expect(cells.at(-1)?.textContent).toBe('032 unknown')
    cleanup()
    render(<RunBars runs={[run]} />)
    expect(screen.getByRole('link').getAttribute('aria-label')).toMatch(/: 0 delivered, 0 failed, 32 with unknown outcome$/)
  })

  it('show an open run that waits as such', () => {
    render(<RecentRuns connectorId="c" runs={[runOf({ waiting: away }), runOf({ runId: 'q', waiting: limited })]} />)
    screen.getByText('Waiting')
    screen.getByText('Limited')
  })
})

it('tells in the list what a connector waits for, with its time as a person reads it', () => {
  const reason = `CRM hasn't accepted any records since ${at}. 218 records wait.`
  const item: Attention = { id: 'c', name: 'Orders', condition: 'waiting', at, reason, cause: null }
  const { container } = render(<AttentionList items={[item]} total={1} />)
  expect(container.textContent).toMatch(/CRM hasn't accepted any records since .*\d\d:\d\d.*\. 218 records wait\./)
  expect(container.textContent).not.toContain(at)
})
