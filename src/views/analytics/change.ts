import { analyticsMessages } from './analytics.messages.ts'

const messages = analyticsMessages.change

/** How a figure compares with the time before; `than` is null where there is nothing to compare with. Both of its parts come written. */
export function changeOf(difference: number, than: { readonly by: string; readonly from: string } | null): string {
  if (than === null) return messages.nothing
  if (difference === 0) return messages.same(than.from)
  return (difference > 0 ? messages.more : messages.less)(than.by, than.from)
}
