import { partMessages as messages } from '../parts.messages.ts'
import { useNow } from './use-now.ts'

/** How long something still works, by minutes and seconds. @param until ISO 8601, by the local clock. */
export function Remaining({ until }: { readonly until: string }) {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - useNow()) / 1_000))
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return <span>{messages.remaining(text)}</span>
}
