import { age } from '../format/spans.ts'
import { exactMoment } from '../format/times.ts'
import { partMessages as messages } from '../parts.messages.ts'
import { useNow } from './use-now.ts'

/** "6 min ago", "in 9 min", "now": a time of the server (ISO 8601) as people say it; in full on hover and for programs. */
export function RelativeTime({ at }: { readonly at: string }) {
  const now = useNow()
  const instant = Date.parse(at)
  const span = Math.abs(now - instant)
  return (
    <time dateTime={at} title={exactMoment(new Date(instant))}>
      {span < 1_000 ? messages.now : instant < now ? messages.ago(age(span)) : messages.ahead(age(span))}
    </time>
  )
}
