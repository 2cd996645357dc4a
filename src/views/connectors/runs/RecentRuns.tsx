import styled from 'styled-components'

import type { Run } from '#contract/connectors/runs/run.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { runMessages } from './run.messages.ts'
import { runHref, transactionsOfRun } from './run-links.ts'
import { dotOfRun, pillOfRun } from './run-status.ts'

const messages = runMessages.recent

/** Rows that are shown: what comes first is what one looks for. */
const rows = 4

/** The newest runs with their sums; each row leads to its run. */
export function RecentRuns({ connectorId, runs }: { readonly connectorId: string; readonly runs: readonly Run[] }) {
  return (
    <section aria-label={messages.title}>
      <SectionHeader
        title={messages.title}
        right={<PlainLink href={`/details/${connectorId}?tab=runs`}>{messages.all}</PlainLink>}
      />
      <Rows>
        <thead>
          <tr>
            <th scope="col">{messages.result}</th>
            <th scope="col">{messages.started}</th>
            <th scope="col" data-wide>
              {runMessages.sums.read}
            </th>
            <th scope="col" data-wide>
              {runMessages.sums.delivered}
            </th>
            <th scope="col" data-wide>
              {runMessages.sums.failed}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.slice(0, rows).map((run) => (
            <tr key={run.runId} data-look={dotOfRun(run)}>
              <td>
                <PlainLink href={runHref(connectorId, run.runId)}>
                  <StatusDot look={dotOfRun(run)}>{pillOfRun(run).word}</StatusDot>
                </PlainLink>
              </td>
              <td>
                <RelativeTime at={run.startedAt ?? run.statusSince} />
              </td>
              <td data-wide>{number(run.recordsRead)}</td>
              <td data-wide>
                {number(run.recordsDelivered)}
                {run.recordsLeftOut > 0 ? <Also>{runMessages.leftOut(number(run.recordsLeftOut))}</Also> : null}
                {run.recordsUnchanged > 0 ? <Also>{runMessages.unchanged(number(run.recordsUnchanged))}</Also> : null}
              </td>
              <td data-wide data-zero={run.recordsFailed === 0}>
                {run.recordsFailed === 0 ? (
                  number(0)
                ) : (
                  <PlainLink href={transactionsOfRun(connectorId, run.runId)}>{number(run.recordsFailed)}</PlainLink>
                )}
                {run.recordsUnknown === 0 ? null : (
                  <Also>
                    <PlainLink href={transactionsOfRun(connectorId, run.runId)}>
                      {runMessages.unknownShort(number(run.recordsUnknown))}
                    </PlainLink>
                  </Also>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Rows>
    </section>
  )
}

/** What became of others of its records. */
const Also = styled.span`
  display: block;
  color: ${color['text.muted']};
  font: ${font.dense};

  & a {
    color: ${color['warning.text']};
  }
`

const Rows = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;

  & th {
    height: 2rem;
    padding: 0 ${space[8]};
    color: ${color['text.muted']};
    font: ${font.dense};
    font-weight: 500;
    text-align: left;
  }

  & td {
    height: 2.5rem;
    padding: 0 ${space[8]};
    border-top: 1px solid ${color['border.subtle']};
    white-space: nowrap;
  }

  & td:nth-child(2) {
    color: ${color['text.muted']};
  }

  & [data-wide] {
    text-align: right;
  }

  & td[data-zero='true'] {
    color: ${color['text.subtle']};
  }

  & td[data-zero='false'] > a {
    color: ${color['danger.text']};
    font-weight: 600;
    text-decoration: none;
  }

  & td:first-child a {
    color: inherit;
    text-decoration: none;
  }

  & td:first-child a:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  & tr[data-look='bad'] td:first-child {
    box-shadow: inset 2px 0 ${color['danger.icon']};
  }

  & tr[data-look='warn'] td:first-child {
    box-shadow: inset 2px 0 ${color['warning.icon']};
  }

  & tbody tr:hover {
    background: ${color['bg.hover']};
  }

  ${narrow} {
    & thead,
    & [data-wide] {
      display: none;
    }

    & td:nth-child(2) {
      text-align: right;
    }
  }
`
