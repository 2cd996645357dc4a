// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { ConfigPart } from '#contract/connectors/runs/timeline.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { problem } from '#contract/kit/problem.ts'
import { OverviewStats } from '#src/views/connectors/details/OverviewStats.tsx'
import { RouteCard } from '#src/views/connectors/details/RouteCard.tsx'
import { pillOfRun, pillOfTransaction, reasonOf } from '#src/views/connectors/runs/run-status.ts'
import { transactionColumns } from '#src/views/connectors/runs/TransactionColumns.tsx'
import { TransactionFacts } from '#src/views/connectors/runs/TransactionFacts.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { TextWithTimestamps, textWithTimes } from '#src/views/kit/text/TextWithTimestamps.tsx'

afterEach(cleanup)

const at = '2026-03-01T10:00:00.000Z'

describe('a transaction that is pending', () => {
  it('has an unknown outcome once it has ended', () => {
    expect(pillOfTransaction({ status: 'pending', endDate: at })).toEqual({ look: 'late', word: 'Outcome unknown' })
  })

  it('waits until then', () => {
    expect(pillOfTransaction({ status: 'pending', endDate: null })).toEqual({ look: 'waiting', word: 'Pending' })
  })
})

describe('the facts of a transaction', () => {
  const payload = { total: 12 }
  const heading = (endDate: string | null) => {
    const transaction = { status: 'pending', endDate, attempts: 1, details: '', error: null, payload, runId: at, startDate: at }
    render(<TransactionFacts transaction={transaction as unknown as Transaction} />)
    return screen.getByRole('heading').textContent
  }

  it('do not say that what may have arrived is to be sent', () => {
    expect(heading(at)).toBe('May have arrived')
    cleanup()
    expect(heading(null)).toBe('To be sent')
  })
})

describe('the time in the list of transactions and its file', () => {
  const later = '2026-03-01T10:20:00.000Z'
  const cell = (endDate: string | null) => {
    const column = transactionColumns.find(({ title }) => title === 'Last outcome')
    const transaction = { startDate: at, endDate } as Transaction
    const { container } = render(<>{column?.draw(transaction)}</>)
    return { time: container.querySelector('time')?.dateTime, word: container.textContent, file: column?.text?.(transaction) }
  }

  it('is when the record was delivered or failed, not when it was read', () => {
    expect(cell(later)).toMatchObject({ time: later, file: later })
  })

  it('is empty in the file while the record is pending', () => {
    expect(cell(null)).toEqual({ time: undefined, word: 'Not yet', file: null })
  })
})

describe('a run', () => {
  it('that lost records is completed with errors', () => {
    const pill = { look: 'bad', word: 'Completed with errors' }
    expect(pillOfRun({ status: 'succeeded', recordsFailed: 1_200, recordsUnknown: 0 })).toEqual(pill)
    expect(pillOfRun({ status: 'succeeded', recordsFailed: 0, recordsUnknown: 1 })).toEqual(pill)
  })

  it('that succeeded cleanly looks good; one that failed stays failed', () => {
    expect(pillOfRun({ status: 'succeeded', recordsFailed: 0, recordsUnknown: 0 })).toEqual({ look: 'good', word: 'Succeeded' })
    expect(pillOfRun({ status: 'failed', recordsFailed: 2, recordsUnknown: 1 })).toEqual({ look: 'bad', word: 'Failed' })
  })

  it('says its reason once', () => {
    const error = problem('run/nothing-delivered', { message: 'None of the 3 records were delivered.' })
    const run = (statusReason: string) => reasonOf({ statusReason, error } as Run)
    expect(run(error.message)).toBe('')
    expect(run('The run was cancelled.')).toBe('The run was cancelled.')
  })
})

describe('a sentence of the server', () => {
  it('has its instants as a person reads them', () => {
    render(
      <p>
        <TextWithTimestamps text={`Next run at ${at}. 2 runs were skipped since ${at} because it was open.`} />
      </p>,
    )
    const times = [...document.querySelectorAll('time')]
    expect(times.map(({ dateTime }) => dateTime)).toEqual([at, at])
    expect(document.body.textContent).toMatch(/^Next run at .+\. 2 runs were skipped since .+ because it was open\.$/)
    expect(document.body.textContent).not.toContain(at)
  })

  it('has them so in a tooltip and in a problem', () => {
    const wait = `The destination returned HTTP 503. It requested a wait until ${at}.`
    expect(textWithTimes(wait)).toMatch(/^The destination .+ It requested a wait until .+\.$/)
    expect(textWithTimes(wait)).not.toContain(at)
    render(<ProblemAlert problem={problem('destination/failing', { message: wait })} />)
    expect(document.querySelector('time')?.dateTime).toBe(at)
    expect(document.body.textContent).not.toContain(at)
  })
})

describe('the records of the past day', () => {
  it('are those with an outcome, as on the dashboard, with the ones in progress beside them', () => {
    const records = { total: 96, delivered: 57, failed: 36, skipped: 0, unknown: 0, open: 3, deliveredLater: 0 }
    const reading = { details: { _id: 'c1' }, records, statistic: { latency: { mean: null, p95: null } }, newestRun: null }
    render(<OverviewStats reading={reading as unknown as ConnectorReading} isActive={false} />)
    expect(screen.getByRole('link', { name: '93' })).toBeTruthy()
    expect(document.body.textContent).toContain('3 more in progress')
    expect(document.body.textContent).not.toContain('96')
  })
})

describe('the route of a connector', () => {
  const side = { type: 'http', requestMethod: 'POST', url: 'https://crm.example.com/orders' } as const
  const config = (changed: Partial<ConnectorConfig>): ConnectorConfig => ({
    name: 'Orders',
    trigger: { type: 'manual' },
    source: side,
    destination: side,
    dataMapping: [],
    enrichment: [],
    ...changed,
  })
  const shown = (draft: ConnectorConfig, live = draft, undeployedChanges: ConfigPart[] = []) => {
    const { trigger, source: sourceConfiguration, destination: destinationConfiguration, dataMapping, enrichment } = live
    const sides = { sourceConfiguration, destinationConfiguration, dataMapping, enrichment }
    const of = { _id: 'orders', config: draft, trigger, ...sides }
    render(<RouteCard details={{ ...of, undeployedChanges }} liveVersion={undeployedChanges.length > 0 ? 2 : null} />)
  }
  const differences = () =>
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map((it) => it.textContent)
  const said = (changed: Partial<ConnectorConfig>) => {
    shown(config(changed))
    return screen.getByText('Source').nextSibling?.textContent
  }

  it('is the live one, with what the draft changes and the way to deploy it', () => {
    shown(config({ destination: { ...side, url: 'https://crm.example.com/contacts' } }), config({}), ['destination'])
    expect(screen.getByText('Destination').nextSibling?.textContent).toBe('POST https://crm.example.com/orders')
    expect(screen.getByText(/Undeployed changes: destination\./)).toBeTruthy()
    expect(differences()).toEqual(['Destination: URL: https://crm.example.com/orders → https://crm.example.com/contacts'])
    expect(screen.getByRole('link', { name: 'Review and deploy' }).getAttribute('href')).toBe('/edit-integration/orders')
  })

  it('lists every setting that the draft changes, the old and the new, and of a secret only that it is another', () => {
    const line = (targetPath: string, sourcePath: string) => ({
      ...{ id: targetPath, source: sourcePath, target: targetPath, sourcePath, targetPath },
    })
    const token = (last4: string) => ({ type: 'bearer', token: { set: true, last4 } }) as const
    const live = config({
      source: { ...side, auth: token('4711') },
      dataMapping: [line('a/b', 'x'), line('c', 'y')],
      trigger: { type: 'schedule', everySeconds: 60 },
    })
    const draft: ConnectorConfig = {
      ...live,
      name: 'Orders anew',
      source: { ...side, auth: token('0815') },
      dataMapping: [line('new', 'z'), line('a/b', 'x'), line('c', 'other')],
      trigger: { type: 'manual' },
    }
    shown(draft, live, ['name', 'trigger', 'source', 'dataMapping', 'destination'])
    expect(differences()).toEqual([
      'Name in the draft: Orders anew',
      'Schedule: Type: schedule → manual',
      'Schedule: Interval: 60 → not set',
      'Source: Token: changed',
      'field mapping › c: y → other',
      'field mapping › new: not set → z',
      'destination: changed in a secret or saved rule (not shown)',
    ])
    expect(document.body.textContent).not.toMatch(/4711|0815/)
  })

  it('names what a hook takes in', () => {
    expect(said({ trigger: { type: 'webhook' }, source: { type: 'http' } })).toBe('Events of its hook')
  })

  it('names a database and its table or query', () => {
    const shop = { engine: 'mysql', host: 'db.example.com', database: 'shop' } as const
    expect(said({ source: { type: 'database', databaseConfig: { ...shop, port: 3_307, table: 'orders' } } })).toBe(
      'database mysql db.example.com:3307/shop orders',
    )
    cleanup()
    expect(said({ source: { type: 'database', databaseConfig: { ...shop, query: 'select 1' } } })).toBe(
      'database mysql db.example.com/shop query',
    )
  })

  it('names a container and its prefix', () => {
    const blobs = { endpoint: 'https://a.blob.core.windows.net/', container: 'in', prefix: 'day/', format: 'json' } as const
    expect(said({ source: { type: 'azure', azureConfig: blobs } })).toBe('azure https://a.blob.core.windows.net/in/day/')
  })

  it('has no address where none was given', () => {
    expect(said({ source: { type: 'http', requestMethod: 'GET' } })).toBe('GET no URL yet')
    expect(screen.getByText('https://crm.example.com/orders')).toBeTruthy()
  })
})

it('a delivered record says in its row that its follow-up request failed, and why', () => {
  const answer = { status: 422, headers: {}, body: '{"message":"No such field"}', bytes: 27 }
  const error = problem('destination/refused', { answer, message: 'The source returned 422.' })
  const column = transactionColumns.find(({ id }) => id === 'error')
  const said = (afterwards: unknown) => column?.text?.({ error: null, afterwards } as Transaction)
  expect(said({ status: 'failed', error })).toBe('Follow-up failed. The source returned 422. “No such field”')
  expect(said({ status: 'pending', error: null })).toBe('Follow-up pending')
  expect(said({ status: 'done', error: null })).toBe('')
  expect(said(undefined)).toBe('')
})
