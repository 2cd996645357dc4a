import styled from 'styled-components'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { startsAfter } from '#contract/connectors/runs/run-display.ts'
import { color } from '#src/theme/theme.ts'
import { number, roundedToTenths } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import { Stat, StatStrip } from '../../kit/layout/Stats.tsx'
import { Minute } from '../../kit/text/Minute.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { detailsMessages } from './details.messages.ts'

/** A figure that is bad news. */
const Danger = styled.span`
  color: ${color['danger.text']};
`

const messages = detailsMessages.stats

type OverviewStatsProps = { readonly reading: ConnectorReading; readonly isActive: boolean }

/** Four figures of the past day: how much, how well, how quickly, and when it goes on. */
export function OverviewStats({ reading: { details, records, statistic, newestRun }, isActive }: OverviewStatsProps) {
  const { total, delivered, failed, skipped, unknown, open, deliveredLater } = records
  const ended = delivered + failed + unknown
  const counted = total - open
  const { mean, p95 } = statistic.latency
  const latency = mean === null ? null : timeOf(mean)
  return (
    <StatStrip>
      <Stat
        label={messages.records}
        value={number(counted)}
        href={`/details/${details._id}?tab=transactions&period=1d`}
        note={open > 0 ? messages.inProgress(number(open)) : counted === 0 ? messages.noRecords : messages.accountedFor}
      />
      <Stat
        label={messages.delivered}
        value={ended === 0 ? messages.none : roundedToTenths(shareOf(delivered, ended))}
        unit={ended === 0 ? undefined : '%'}
        note={
          counted === 0 ? null : (
            <>
              {failed > 0 ? <Danger>{messages.failed(number(failed))}</Danger> : messages.failed(number(failed))}
              {unknown > 0 ? `, ${messages.unknown(number(unknown))}` : null}
              {deliveredLater > 0 ? `, ${messages.deliveredLater(number(deliveredLater))}` : null}
              {skipped > 0 ? `, ${messages.skipped(number(skipped))}` : null}
            </>
          )
        }
      />
      <Stat
        label={messages.latency}
        value={latency === null ? messages.none : latency.value}
        unit={latency?.unit}
        note={p95 === null ? null : messages.p95(duration(Math.round(p95)))}
      />
      <NextRun details={details} newestRun={newestRun} isActive={isActive} />
    </StatStrip>
  )
}

/** Never 100 while one is missing, and never 0 while one arrived. */
function shareOf(part: number, all: number): number {
  const percent = Math.round((1_000 * part) / all) / 10
  if (part < all && percent === 100) return 99.9
  return part > 0 && percent === 0 ? 0.1 : percent
}

/** A figure and its unit apart. */
function timeOf(ms: number): { readonly value: string; readonly unit: string } {
  const [value = '', ...unit] = duration(Math.max(1, Math.round(ms))).split(' ')
  return { value, unit: unit.join(' ') }
}

type NextRunProps = Pick<ConnectorReading, 'details' | 'newestRun'> & { readonly isActive: boolean }

function NextRun({ details, newestRun, isActive }: NextRunProps) {
  const { trigger, schedule, connector } = details
  const nextRunAt = schedule?.nextRunAt ?? null
  if (!isActive) return <Stat label={messages.next} value={messages.none} note={messages.notActive} />
  if (details.held !== undefined)
    return <Stat label={messages.next} value={messages.held} note={details.held.replace('On hold. ', '')} />
  if (nextRunAt !== null && startsAfter(nextRunAt, newestRun, newestRun?.waiting?.kind, Date.now()))
    return (
      <Stat
        label={messages.next}
        value={messages.afterThis}
        note={<Sentence of={messages.planned} parts={{ at: <Minute at={nextRunAt} /> }} />}
      />
    )
  if (nextRunAt !== null && Date.parse(nextRunAt) <= Date.now()) return <Stat label={messages.next} value={messages.now} />
  if (nextRunAt !== null)
    return <Stat label={messages.next} value={<Minute at={nextRunAt} />} note={<RelativeTime at={nextRunAt} />} />
  return trigger.type === 'webhook' ? (
    <Stat label={messages.next} value={messages.onEvent} note={<TextWithTimestamps text={connector.statusNext} />} />
  ) : (
    <Stat label={messages.next} value={messages.byHand} note={messages.noSchedule} />
  )
}
