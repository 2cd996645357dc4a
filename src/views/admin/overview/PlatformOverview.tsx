import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { PlatformState } from '#contract/admin/platform.ts'
import { space } from '../../../theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import { Stat, StatStrip } from '../../kit/layout/Stats.tsx'
import { adminMessages } from '../admin.messages.ts'
import { shareText } from '../share.ts'
import { ChecksList } from './ChecksList.tsx'
import { DatabaseTables } from './DatabaseTables.tsx'
import { HostsTable, ProcessesTable } from './ProcessesTable.tsx'
import { MoreLinks, Services } from './Services.tsx'

const { stats: said } = adminMessages

type PlatformOverviewProps = {
  readonly state: PlatformState
  /** The customers that need somebody most. */
  readonly children: ReactNode
  /** What waits for the operator. */
  readonly approvals: ReactNode
  readonly jobs: ReactNode
  /** What is switched for all companies. */
  readonly switches: ReactNode
}

export function PlatformOverview({ state, children, approvals, jobs, switches }: PlatformOverviewProps) {
  const { checks, processes, keyId, circuits, database } = state
  return (
    <>
      <PlatformStats state={state} />
      <Columns>
        <Main>
          {children}
          <ChecksList checks={checks} />
          <ProcessesTable processes={processes} keyId={keyId} />
          {jobs}
          {circuits.length === 0 ? null : <HostsTable circuits={circuits} />}
          <DatabaseTables database={database} />
        </Main>
        <Aside>
          {approvals}
          <Services state={state} />
          {switches}
          <MoreLinks />
        </Aside>
      </Columns>
    </>
  )
}

function PlatformStats({ state: { customers, connectors, records, queue, api } }: { readonly state: PlatformState }) {
  const troubles = [
    ...(connectors.alerts > 0 ? [said.alerts(connectors.alerts)] : []),
    ...(connectors.failed > 0 ? [said.failed(connectors.failed)] : []),
  ]
  return (
    <StatStrip>
      <Stat
        label={said.customers}
        value={number(customers.total)}
        href="/admin/customers"
        note={customers.needAttention === 0 ? said.noneNeeds : said.needAttention(customers.needAttention)}
      />
      <Stat
        label={said.connectors}
        value={number(connectors.active)}
        unit={said.ofAll(number(connectors.total))}
        note={troubles.length === 0 ? said.noAlerts : troubles.join(', ')}
      />
      <Stat
        label={said.records}
        value={number(records.total)}
        note={records.total === 0 ? said.noRecords : said.failedShare(shareText(records.failed, records.total))}
      />
      <Stat
        label={said.queue}
        value={number(queue.records)}
        unit={said.queued}
        note={queue.oldest === null ? said.noWait : said.oldest(duration(queue.oldest))}
      />
      <Stat
        label={said.api}
        value={api.p95 === null ? '–' : duration(api.p95)}
        note={api.calls === 0 ? said.noCalls : said.errors(api.errors)}
      />
    </StatStrip>
  )
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 17.5rem;
  align-items: start;
  gap: ${space[24]};

  @media (max-width: 74.99rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Main = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
  min-width: 0;
`

/** Where there is one column, what waits comes first. */
const Aside = styled.aside`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
  min-width: 0;

  @media (max-width: 74.99rem) {
    order: -1;
  }
`
