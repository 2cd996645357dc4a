import { number } from '../format/numbers.ts'
import { listMessages as messages } from '../list.messages.ts'
import { Button } from './Button.tsx'
import { PagerRow } from './pager-row.ts'

type PagerProps = {
  readonly name: string
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** Which part of a long list is shown, and the way to the rest of it. */
export function Pager({ name, page, pageSize, total, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const first = (page - 1) * pageSize + 1
  return (
    <PagerRow aria-label={messages.pagesOf(name)}>
      <p>
        {first > total
          ? messages.nothingHere(number(total))
          : messages.part(number(first), number(Math.min(total, page * pageSize)), number(total))}
      </p>
      {last === 1 && page === 1 ? null : (
        <>
          <Button isBlocked={page <= 1} onPress={() => onPage(Math.min(page - 1, last))}>
            {messages.newer}
          </Button>
          <Button isBlocked={page >= last} onPress={() => onPage(page + 1)}>
            {messages.older}
          </Button>
        </>
      )}
    </PagerRow>
  )
}
