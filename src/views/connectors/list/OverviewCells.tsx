import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Link } from 'wouter'

import type { OverviewItem, OverviewSort } from '#contract/connectors/list/connector-overview.ts'
import { narrow } from '#src/theme/theme.ts'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Below } from '../../kit/layout/table-frame.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { UndeployedChanges } from '../deployments/UndeployedChanges.tsx'
import { connectorStatusMessages } from '../details/connector-status.messages.ts'
import { pillOfHealth } from '../details/health-pill.ts'
import { statusMessages } from '../details/status-pills.ts'
import { runMessages } from '../runs/run.messages.ts'
import { pillOfRun } from '../runs/run-status.ts'
import { overviewMessages as messages } from './overview.messages.ts'
import { SparkLine } from './SparkLine.tsx'

type Column = {
  readonly title: string
  readonly width: string
  readonly sort: OverviewSort | null
  readonly draw: (item: OverviewItem, hoursSince: string) => ReactNode
}

export const columns: readonly Column[] = [
  {
    title: messages.columns.name,
    width: 'minmax(9rem, 1.4fr)',
    sort: 'name',
    draw: ({ id, name, connectorType }) => (
      <>
        <Link href={`/details/${id}`}>{name}</Link>
        <Below>{connectorType}</Below>
      </>
    ),
  },
  {
    title: messages.columns.status,
    width: 'minmax(10rem, 1.4fr)',
    sort: 'status',
    draw: ({ status, statusSince, statusReason, statusNext, nextRunAt, heldEvents, health, failedDeployment }) => (
      <>
        <StatusPill {...statusMessages[status]} /> <StatusPill {...pillOfHealth(health.level)} />
        {health.level === 'degraded' || health.level === 'failing' ? <Below>{health.reason}</Below> : null}
        {failedDeployment === null ? null : <FailedDeploymentLine of={failedDeployment} />}
        <Below>
          <Sentence
            of={messages.since}
            parts={{ at: <Moment at={statusSince} />, reason: <TextWithTimestamps text={statusReason} /> }}
          />
        </Below>
        <Below>
          {nextRunAt === null ? (
            <TextWithTimestamps text={statusNext} />
          ) : (
            <Sentence of={messages.nextRun} parts={{ at: <Moment at={nextRunAt} /> }} />
          )}
        </Below>
        {heldEvents === null || heldEvents === 0 ? null : <Below>{connectorStatusMessages.heldEvents(heldEvents)}</Below>}
      </>
    ),
  },
  {
    title: messages.columns.route,
    width: 'minmax(12rem, 1.8fr)',
    sort: null,
    draw: ({ id, source, destination, undeployedChanges }) => (
      <>
        <Side of={source} />
        <Side of={destination} />
        {undeployedChanges.length === 0 ? null : (
          <Below>
            <UndeployedChanges connectorId={id} parts={undeployedChanges} />
          </Below>
        )}
      </>
    ),
  },
  {
    title: messages.columns.lastRun,
    width: 'minmax(10rem, 1.4fr)',
    sort: 'lastRun',
    draw: ({ lastRun }) =>
      lastRun === null ? (
        messages.noRun
      ) : (
        <>
          <StatusPill {...pillOfRun(lastRun)} /> <Moment at={lastRun.endedAt ?? lastRun.startedAt} />
          <Below>{sumsOf(lastRun)}</Below>
        </>
      ),
  },
  {
    title: messages.columns.throughput,
    width: '7rem',
    sort: 'throughput',
    draw: ({ hours, lastRun }, hoursSince) =>
      lastRun === null ? messages.noData : <SparkLine hours={hours} since={hoursSince} />,
  },
]

function FailedDeploymentLine({ of: { message, fields } }: { readonly of: NonNullable<OverviewItem['failedDeployment']> }) {
  const [field] = fields
  return (
    <Below>
      {connectorStatusMessages.failedDeployment(message)}
      {field === undefined || message.includes(field.message)
        ? null
        : ` ${connectorStatusMessages.failedField(field.path, field.message)}`}
    </Below>
  )
}

/** "240 failed of 240 read"; what is none is left out. */
function sumsOf(run: NonNullable<OverviewItem['lastRun']>): string {
  const { recordsRead, recordsDelivered, recordsSkipped, recordsFailed, recordsUnknown } = run
  const counts = [
    [recordsDelivered, runMessages.delivered],
    [recordsSkipped, runMessages.skipped],
    [recordsFailed, runMessages.failed],
    [recordsUnknown, runMessages.unknown],
  ] as const
  const parts = counts.filter(([count]) => count > 0).map(([count, say]) => say(number(count)))
  const read = number(recordsRead)
  return parts.length === 0 ? runMessages.read(read) : runMessages.ofRead(parts, read)
}

function Side({ of: { requestMethod, url, type } }: { readonly of: OverviewItem['source'] }) {
  return (
    <Address title={url}>
      {requestMethod === '' ? type : requestMethod}{' '}
      {url === '' ? connectorStatusMessages.noAddress : type === 'webhook' ? url : <code>{url.replace(/^https?:\/\//, '')}</code>}
    </Address>
  )
}

/** One line; the whole address on hover, and where there is room for nothing else. */
const Address = styled.span`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  ${narrow} {
    white-space: normal;
  }
`
