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

const statTexts = messages.stats

/** How all connectors of the person do, whatever the list below is searched for. Null while nothing was read: its place is kept. */
export function DashboardSummary({ summary }: { readonly summary: OverviewSummary | null }) {
  if (summary === null)
    return (
      <StatStrip aria-hidden="true">
        {[statTexts.active, statTexts.records, statTexts.failed, statTexts.alerts].map((label) => (
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
          label={statTexts.active}
          value={number(active)}
          unit={statTexts.ofAll(number(all))}
          note={listed(resting.map((it) => `${number(countOf(it))} ${messages.conditions[it].toLowerCase()}`))}
        />
        <Stat label={statTexts.records} value={number(records)} note={statTexts.delivered(number(delivered))} />
        <Stat
          label={statTexts.failed}
          value={number(failed)}
          note={
            unknown > 0 ? (
              <Unsure>{statTexts.unknown(number(unknown))}</Unsure>
            ) : failed === 0 && deliveredLater === 0 ? (
              statTexts.none
            ) : (
              listed([
                ...(failed === 0 ? [] : [statTexts.share(`${roundedToTenths((failed / records) * 100)} %`)]),
                ...(deliveredLater === 0 ? [] : [statTexts.deliveredLater(number(deliveredLater))]),
              ])
            )
          }
        />
        <Stat
          label={statTexts.alerts}
          value={number(raisedAlerts)}
          note={<PlainLink href="/alarms">{statTexts.seeAlerts}</PlainLink>}
        />
      </StatStrip>
      <AttentionList items={attention} total={needAttention} />
    </>
  )
}

const Unsure = styled.span`
  color: ${color['warning.text']};
`
