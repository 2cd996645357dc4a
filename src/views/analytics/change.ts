import { analyticsMessages } from './analytics.messages.ts'

const messages = analyticsMessages.change

/** How a figure compares with the time before; `by` is the written difference, null where there is nothing to compare with. */
export function changeOf(difference: number, by: string | null): string {
  if (by === null) return messages.nothing
  if (difference === 0) return messages.same
  return (difference > 0 ? messages.more : messages.less)(by)
}
