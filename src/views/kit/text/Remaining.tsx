import { useNow } from './use-now.ts'

type RemainingProps = {
  /** ISO 8601, by the local clock. */
  readonly until: string
  /** The sentence with the time in it. */
  readonly say: (time: string) => string
}

/** How long something still works, by minutes and seconds. */
export function Remaining({ until, say }: RemainingProps) {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - useNow()) / 1_000))
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <span>{say(text)}</span>
}
