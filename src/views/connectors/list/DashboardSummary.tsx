import styled from 'styled-components'

import type { Condition } from '#contract/connectors/list/connector-condition.ts'
import type { OverviewSummary } from '#contract/connectors/list/connector-overview.ts'
import { color } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { listed } from '../../kit/format/listed.ts'
import { number, roundedToTenths } from '../../kit/format/numbers.ts'
import { Stat, StatStrip } from '../../kit/layout/Stats.tsx'
import { AttentionList } from './AttentionList.tsx'
import { overviewMessages as messages } from './overview.messages.ts'

const said = messages.stats

/** How all connectors of the person do, whatever the list below is searched for. Null while nothing was read: its place is kept. */
export function DashboardSummary({ summary }: { readonly summary: OverviewSummary | null }) {
  if (summary === null)
    return (
      <StatStrip aria-hidden="true">
        {[said.active, said.records, said.failed, said.alerts].map((label) => (
          <Stat key={label} label={label} value="–" />
        ))}
      </StatStrip>
    )
  const { counts, delivered, failed, skipped, unknown, deliveredLater, attention, needAttention, raisedAlerts } = summary
  const countOf = (condition: Condition) => counts.find((it) => it.condition === condition)?.count ?? 0
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const resting = (['paused', 'draft', 'deploying'] as const).filter((it) => countOf(it) > 0)
  const active = all - resting.reduce((sum, it) => sum + countOf(it), 0)
  const records = delivered + failed + skipped + unknown
  return (
    <>
      <StatStrip>
        <Stat
          label={said.active}
          value={number(active)}
          unit={said.ofAll(number(all))}
          note={listed(resting.map((it) => `${number(countOf(it))} ${messages.conditions[it].toLowerCase()}`))}
        />
        <Stat label={said.records} value={number(records)} note={said.delivered(number(delivered))} />
        <Stat
          label={said.failed}
          value={number(failed)}
          note={
            unknown > 0 ? (
              <Unsure>{said.unknown(number(unknown))}</Unsure>
            ) : failed === 0 && deliveredLater === 0 ? (
              said.none
            ) : (
              listed([
                ...(failed === 0 ? [] : [said.share(`${roundedToTenths((failed / records) * 100)} %`)]),
                ...(deliveredLater === 0 ? [] : [said.deliveredLater(number(deliveredLater))]),
              ])
            )
          }
        />
        <Stat label={said.alerts} value={number(raisedAlerts)} note={<PlainLink href="/alarms">{said.seeAlerts}</PlainLink>} />
      </StatStrip>
      <AttentionList items={attention} total={needAttention} />
    </>
  )
}

const Unsure = styled.span`
  color: ${color['warning.text']};
`
