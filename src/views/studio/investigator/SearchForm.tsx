import { type FormEvent, useId, useRef } from 'react'
import styled from 'styled-components'

import { searchMax } from '#contract/connectors/runs/record-file.ts'
import { space, unseen } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { investigatorMessages as messages } from './investigator.messages.ts'

type SearchFormProps = {
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onReset: () => void
}

/** The words that are searched for. They are asked for when it is sent, and not while they are typed: a search opens many pages. */
export function SearchForm({ search, onSearch, onReset }: SearchFormProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim())
  }
  // What was typed and not sent is in no address: nothing else would take it away.
  const reset = () => {
    if (box.current) box.current.value = ''
    onReset()
  }
  return (
    <Form role="search" aria-label={messages.form} onSubmit={send}>
      <SearchBox
        key={search}
        ref={box}
        id={id}
        name="search"
        type="search"
        aria-label={messages.search}
        placeholder={messages.searchPlaceholder}
        title={messages.searchHint}
        defaultValue={search}
        maxLength={searchMax}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
      />
      <Button kind="primary" submits>
        {messages.search}
      </Button>
      <Button onPress={reset}>{messages.reset}</Button>
      <Hint id={`${id}-hint`}>{messages.searchHint}</Hint>
    </Form>
  )
}

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`

const Hint = styled.p`
  ${unseen}
`
