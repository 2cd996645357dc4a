import { spanMessages } from '../format/spans.messages.ts'
import { exactMoment, moment } from '../format/times.ts'
import { Sentence } from './Sentence.tsx'

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

type MomentSpanProps = { readonly first: string; readonly last: string }

/** From one time to another; a single time where both are written alike. */
export function MomentSpan({ first, last }: MomentSpanProps) {
  const now = new Date()
  if (moment(new Date(first), now) === moment(new Date(last), now)) return <Moment at={last} />
  return <Sentence of={spanMessages.times} parts={{ first: <Moment at={first} />, last: <Moment at={last} /> }} />
}
