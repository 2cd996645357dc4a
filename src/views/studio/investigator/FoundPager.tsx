import { type FormEvent, useId } from 'react'
import styled from 'styled-components'

import { investigationPageSizes } from '#contract/studio/investigation.ts'
import type { Found } from '#src/machines/studio/investigator/investigator.machine.ts'
import type { InvestigatorQuery } from '#src/machines/studio/investigator/investigator-place.ts'
import { color, focusRing, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PagerRow } from '../../kit/controls/pager-row.ts'
import { number } from '../../kit/format/numbers.ts'
import { ToolbarSelect } from '../../kit/layout/ToolbarSelect.tsx'
import { investigatorMessages as messages } from './investigator.messages.ts'

type FoundPagerProps = {
  readonly found: Found
  readonly query: InvestigatorQuery
  readonly onPage: (page: number) => void
  readonly onPageSize: (size: InvestigatorQuery['pageSize']) => void
}

const sizes = Object.fromEntries(investigationPageSizes.map((size) => [String(size), String(size)])) as Record<
  `${InvestigatorQuery['pageSize']}`,
  string
>

/** Which part is shown, of how many, and the way to any other. */
export function FoundPager({ found: { total, totalPages, isMore, transactions }, query, onPage, onPageSize }: FoundPagerProps) {
  const { page, pageSize } = query
  const id = useId()
  const last = Math.max(1, totalPages)
  const first = (page - 1) * pageSize + 1
  const all = isMore ? messages.moreThan(number(total)) : number(total)
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = Number(new FormData(event.currentTarget).get('page'))
    onPage(Math.min(last, Math.max(1, Math.trunc(wanted) || 1)))
  }
  return (
    <PagerRow aria-label={messages.pages}>
      <p>
        {first > total
          ? messages.pastEnd(all)
          : messages.part(number(first), number(Math.min(total, first + Math.max(1, transactions.length) - 1)), all)}
      </p>
      <ToolbarSelect
        label={messages.pageSize}
        options={sizes}
        value={`${pageSize}`}
        onChoose={(it) => onPageSize(investigationPageSizes.find((size) => String(size) === it) ?? pageSize)}
      />
      <Button isBlocked={page <= 1} onPress={() => onPage(Math.min(page - 1, last))}>
        {messages.previous}
      </Button>
      <Button isBlocked={page >= last} onPress={() => onPage(page + 1)}>
        {messages.next}
      </Button>
      <Jump onSubmit={jump} noValidate>
        <label htmlFor={id}>{messages.page}</label>
        <input key={page} id={id} name="page" type="number" inputMode="numeric" min={1} max={last} defaultValue={page} />
        <span>{messages.ofPages(number(last))}</span>
        <Button submits>{messages.go}</Button>
      </Jump>
    </PagerRow>
  )
}

const Jump = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};

  & > input {
    width: 5.5rem;
    min-height: 2rem;
    padding: 0 ${space[8]};
    border: 1px solid ${color['border.control']};
    border-radius: ${radius.control};
    background: ${color['bg.surface']};
    color: ${color['text.default']};
    ${focusRing}
  }
`
