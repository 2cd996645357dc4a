import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { ListActor } from '../../machines/kit/list.machine.ts'
import { selectPage } from '../../machines/kit/list.selectors.ts'
import { space } from '../../theme/theme.ts'
import { Field } from '../kit/controls/Field.tsx'
import { Select } from '../kit/controls/Select.tsx'
import { number } from '../kit/format/numbers.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.list

type TemplateSearchProps = {
  /** A list of the categories that there are. */
  readonly categories: ListActor
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Empty: every one. */
  readonly category: string
  readonly onCategory: (category: string) => void
}

/** What narrows a list of templates; it stays where the list is read anew. */
export function TemplateSearch({ categories, search, onSearch, category, onCategory }: TemplateSearchProps) {
  const known = useSelector(categories, selectPage<{ readonly category: string; readonly count: number }>)?.items ?? []
  const options: Record<string, string> = { '': messages.everyCategory }
  // What stands in the address is an option even while nothing is known of it.
  if (category !== '') options[category] = category
  for (const it of known) if (it.category !== '') options[it.category] = messages.categoryCount(it.category, number(it.count))
  return (
    <Tools>
      <Search>
        <Field label={messages.search} type="search" value={search} onWrite={onSearch} />
      </Search>
      <Select label={messages.category} options={options} value={category} onChoose={onCategory} />
    </Tools>
  )
}

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: ${space[12]};
`

const Search = styled.div`
  flex: 1 1 14rem;
  max-width: 28rem;
`
