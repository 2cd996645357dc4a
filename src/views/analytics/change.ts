import { analyticsWords } from './analytics.messages.ts'

const words = analyticsWords.change

/** How a figure compares with the time before; `than` is null where there is nothing to compare with. Both of its parts come written. */
export function changeOf(difference: number, than: { readonly by: string; readonly from: string } | null): string {
  if (than === null) return words.nothing
  if (difference === 0) return words.same(than.from)
  return (difference > 0 ? words.more : words.less)(than.by, than.from)
}
