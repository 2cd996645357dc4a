import { ChevronLeft, ChevronRight } from 'lucide-react'
import styled from 'styled-components'

import { number } from '../format/numbers.ts'
import { listMessages as messages } from '../list.messages.ts'
import { Button } from './Button.tsx'
import { PagerRow } from './pager-row.ts'

type NumberedPagerProps = {
  readonly name: string
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** The pages of a list by their numbers; nothing where one page holds all. */
export function NumberedPager({ name, page, pageSize, total, onPage }: NumberedPagerProps) {
  const last = Math.ceil(total / pageSize)
  if (last <= 1 && page === 1) return null
  const first = (page - 1) * pageSize + 1
  return (
    <PagerRow aria-label={messages.pagesOf(name)}>
      <Part>
        {first > total
          ? messages.nothingHere(number(total))
          : messages.part(number(first), number(Math.min(total, page * pageSize)), number(total))}
      </Part>
      <Button kind="quiet" label={messages.previous} isBlocked={page <= 1} onPress={() => onPage(Math.min(page - 1, last))}>
        <ChevronLeft aria-hidden="true" />
      </Button>
      {pagesShown(page, last).map((it, at) =>
        it === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: at most two gaps, at places of their own
          <span key={`gap ${at}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Button
            key={it}
            kind="quiet"
            label={messages.pageNumber(number(it))}
            isPressed={it === page}
            onPress={() => onPage(it)}
          >
            {number(it)}
          </Button>
        ),
      )}
      <Button kind="quiet" label={messages.next} isBlocked={page >= last} onPress={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </Button>
    </PagerRow>
  )
}

const Part = styled.p`
  margin-right: auto;
`

/** Pages that are all named. */
const allUpTo = 5

/** The numbers of pages that a pager names, null for a gap: all up to 5; above the first, the last, and a window around the current one. */
export function pagesShown(current: number, last: number): readonly (number | null)[] {
  if (last <= allUpTo) return Array.from({ length: last }, (_, at) => at + 1)
  const near = [current - 1, current, current + 1].filter((page) => page > 1 && page < last)
  const [from = 2, to = last - 1] = [near[0], near.at(-1)]
  return [1, ...(from > 2 ? [null] : []), ...near, ...(to < last - 1 ? [null] : []), last]
}
