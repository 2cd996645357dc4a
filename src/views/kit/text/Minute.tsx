import { exactMinute, minuteWord } from '../format/times.ts'

/** The minute that begins at a time of the server (ISO 8601), short; in full on hover and for programs. */
export function Minute({ at }: { readonly at: string }) {
  const instant = new Date(at)
  return (
    <time dateTime={at} title={exactMinute(instant)}>
      {minuteWord(instant, new Date())}
    </time>
  )
}
