import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { startsAfter } from '#contract/connectors/runs/run-display.ts'
import { number } from '#src/views/kit/format/numbers.ts'
import { Systems } from '#src/views/kit/identity/Monogram.tsx'
import { Minute } from '#src/views/kit/text/Minute.tsx'
import { Sentence } from '#src/views/kit/text/Sentence.tsx'
import { connectorStatusMessages } from '../connector-status.messages.ts'
import { detailsMessages } from '../details.messages.ts'
import { destinationOf, placeOf } from '../flow/steps.ts'

const messages = detailsMessages.sub

/** From where to where it moves records, what starts it and when next, and which version is live. */
export function ConnectorSub({
  of,
  run,
}: {
  readonly of: ConnectorReading['details']
  readonly run: ConnectorReading['newestRun']
}) {
  const { sourceConfiguration, trigger, liveVersion, schedule } = of
  const [source, destination] = [placeOf(sourceConfiguration, trigger.type === 'webhook'), destinationOf(of)]
  const nextRunAt = schedule?.nextRunAt ?? null
  return (
    <>
      <Systems
        source={{ name: source.system ?? connectorStatusMessages.noAddress, address: source.address ?? '' }}
        destination={{
          name: destination.several[0]?.name ?? destination.system ?? connectorStatusMessages.noAddress,
          address: [destination, ...destination.several.slice(1)].map(({ address }) => address ?? '').join(', '),
        }}
      />
      {destination.several.length < 2 ? null : <span>{messages.andMore(destination.several.length - 1)}</span>}
      <span aria-hidden="true">·</span>
      <span>
        {startsBy(trigger)}
        {nextRunAt === null ? null : startsAfter(nextRunAt, run, run?.waiting?.kind, Date.now()) ? (
          messages.afterRun
        ) : (
          <Sentence of={messages.next} parts={{ at: <Minute at={nextRunAt} /> }} />
        )}
      </span>
      <span aria-hidden="true">·</span>
      <span>{liveVersion === null ? messages.neverDeployed : messages.live(liveVersion)}</span>
    </>
  )
}

function startsBy(trigger: ConnectorReading['details']['trigger']): string {
  if (trigger.type === 'manual') return messages.byHand
  if (trigger.type === 'webhook') return messages.onEvents
  if ('cron' in trigger) return messages.cron(trigger.cron, trigger.timeZone ?? 'UTC')
  const { everySeconds } = trigger
  if (everySeconds % 86_400 === 0) return messages.everyDays(everySeconds / 86_400)
  if (everySeconds % 3_600 === 0) return messages.everyHours(everySeconds / 3_600)
  return everySeconds % 60 === 0 ? messages.everyMinutes(everySeconds / 60) : messages.everySeconds(number(everySeconds))
}
