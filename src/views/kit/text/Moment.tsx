import { spanMessages } from '../format/spans.messages.ts'
import { exactMoment, moment } from '../format/times.ts'

/** A time of the server (ISO 8601), short; in full on hover and for programs. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return spanMessages.notRecorded
  const instant = new Date(at)
  return (
    <time dateTime={at} title={exactMoment(instant)}>
      {moment(instant, new Date())}
    </time>
  )
}
