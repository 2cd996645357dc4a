import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { CompanyState } from '#contract/admin/platform.ts'
import { space } from '../../../theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { Stat, StatStrip } from '../../kit/layout/Stats.tsx'
import { companyMessages as messages } from '../company.messages.ts'
import { shareText } from '../share.ts'
import { Lines } from './lines.ts'
import { waitingOf } from './waiting.ts'

const { stats: said, health, links } = messages

type CompanyOverviewProps = {
  readonly state: CompanyState
  /** Usage of the plan, and the latest changes. */
  readonly children: ReactNode
}

export function CompanyOverview({ state, children }: CompanyOverviewProps) {
  const { people, connectors, records, openAlerts } = state
  const all = connectors.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <StatStrip>
        <Stat
          label={said.people}
          value={number(people.active)}
          href={hrefs.team}
          note={people.deactivated === 0 ? said.allActive : said.people2(number(people.deactivated))}
        />
        <Stat
          label={said.factors}
          value={number(people.withSecondFactor)}
          unit={said.ofPeople(number(people.active))}
          note={said.share(shareText(people.withSecondFactor, people.active))}
        />
        <Stat label={said.connectors} value={number(all)} href="/dashboard" />
        <Stat
          label={said.records}
          value={number(records.total)}
          note={records.total === 0 ? said.noRecords : said.failedShare(shareText(records.failed, records.total))}
        />
        <Stat label={said.alerts} value={number(openAlerts)} note={<PlainLink href="/alarms">{said.seeAlerts}</PlainLink>} />
      </StatStrip>
      <Cards>
        <Waiting state={state} />
        <Card>
          <CardTitle>{health.title}</CardTitle>
          {all === 0 ? <p>{health.none}</p> : <Healths connectors={connectors} />}
          <PlainLink href="/dashboard">{health.all}</PlainLink>
        </Card>
        <Card>
          <CardTitle>{links.title}</CardTitle>
          <Lines>
            {(Object.keys(hrefs) as (keyof typeof hrefs)[]).map((name) => (
              <li key={name}>
                <PlainLink href={hrefs[name]}>{links[name]}</PlainLink>
              </li>
            ))}
          </Lines>
        </Card>
      </Cards>
      {children}
    </>
  )
}

function Waiting({ state }: { readonly state: CompanyState }) {
  const items = waitingOf(state)
  return (
    <Card>
      <CardTitle>{messages.waiting.title}</CardTitle>
      {items.length === 0 ? <p>{messages.waiting.none}</p> : null}
      <Lines>
        {items.map(({ id, text, href }) => (
          <li key={id}>
            <PlainLink href={href}>{text}</PlainLink>
          </li>
        ))}
      </Lines>
    </Card>
  )
}

function Healths({ connectors }: Pick<CompanyState, 'connectors'>) {
  return (
    <Lines>
      {connectors
        .filter(({ count }) => count > 0)
        .map(({ condition, count }) => (
          <li key={condition}>
            <StatusDot look={looks[condition]}>{health.names[condition]}</StatusDot>
            <span>{number(count)}</span>
          </li>
        ))}
    </Lines>
  )
}

const looks: Readonly<Record<CompanyState['connectors'][number]['condition'], DotLook>> = {
  failing: 'bad',
  degraded: 'warn',
  deploying: 'run',
  waiting: 'warn',
  running: 'run',
  noRecentData: 'off',
  healthy: 'ok',
  paused: 'steady',
  draft: 'off',
}

const hrefs = {
  team: '/account?tab=team',
  plan: '/account?tab=info',
  security: '/system-settings?tab=security',
  addresses: '/system-settings?tab=ip-whitelist',
  retention: '/system-settings?tab=retention',
  audit: '/system-settings?tab=audit',
} as const

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr));
  gap: ${space[16]};
`
