import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useId } from 'react'
import styled from 'styled-components'

import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { selectOffered, selectSearch } from '#src/machines/builder/mapping/mapping.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { intoView, SearchBox } from '../../kit/controls/search-box.ts'
import { mappingMessages as messages } from './mapping.messages.ts'
import { typesOf } from './reason-text.ts'
import { Fx } from './row-frame.ts'

type SourceChoiceProps = {
  readonly actor: MappingActor
  readonly target: string
  /** Writes a formula instead; absent where there is none. */
  readonly onFormula?: (() => void) | undefined
  /** Gives the focus back to where it came from. */
  readonly onLeave: () => void
}

/** The fields of the source to choose from, by typing and arrows: the second of two picks. */
export function SourceChoice({ actor, target, onFormula, onLeave }: SourceChoiceProps) {
  const id = useId()
  const { fields, more, mark } = useSelector(actor, selectOffered, isSame)
  const text = useSelector(actor, (snapshot) => selectSearch(snapshot, 'source'))
  const marked = fields[mark]
  const leave = () => {
    onLeave()
    actor.send({ type: 'user.unpicked' })
    actor.send({ type: 'user.searched', side: 'source', text: '' })
  }
  const writeFormula = () => {
    leave()
    onFormula?.()
  }
  const pick = (path: string) => {
    onLeave()
    actor.send({ type: 'user.picked', side: 'source', path })
    // The next field starts with all of them.
    actor.send({ type: 'user.searched', side: 'source', text: '' })
  }
  const press = (event: KeyboardEvent) => {
    // What an input method composes is not finished by Enter.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') actor.send({ type: 'user.moved', by: 1 })
    else if (event.key === 'ArrowUp') actor.send({ type: 'user.moved', by: -1 })
    else if (event.key === 'Escape') leave()
    else if (event.key === '=' && text === '' && onFormula !== undefined) writeFormula()
    else if (event.key === 'Enter') {
      if (marked !== undefined) pick(marked.path)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Choice>
      <Row>
        <SearchBox
          role="combobox"
          aria-label={messages.searchSource(target)}
          aria-expanded
          aria-controls={`${id}-found`}
          aria-activedescendant={marked === undefined ? undefined : `${id}-${mark}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={text}
          onChange={({ target: { value } }) => actor.send({ type: 'user.searched', side: 'source', text: value })}
          onKeyDown={press}
        />
        <Button kind="quiet" label={messages.close(target)} onPress={leave}>
          {messages.cancel}
        </Button>
      </Row>
      <List id={`${id}-found`} role="listbox" aria-label={messages.found} tabIndex={-1}>
        {fields.map((field, at) => (
          <Option
            key={field.path}
            id={`${id}-${at}`}
            ref={at === mark ? intoView : undefined}
            role="option"
            aria-selected={at === mark}
            onClick={() => pick(field.path)}
          >
            {field.path} <Type>{typesOf(field.types)}</Type>
          </Option>
        ))}
      </List>
      {onFormula === undefined ? null : (
        <Button kind="quiet" onPress={writeFormula}>
          <Fx aria-hidden="true">{messages.fx}</Fx> {messages.writeFormula}
        </Button>
      )}
      <p aria-live="polite">{fields.length === 0 ? messages.nothingFound : more > 0 ? messages.moreFound(more) : null}</p>
    </Choice>
  )
}

type Offered = ReturnType<typeof selectOffered>

const isSame = (one: Offered, other: Offered) =>
  one.mark === other.mark &&
  one.more === other.more &&
  one.fields.length === other.fields.length &&
  one.fields.every((field, at) => field === other.fields[at])

const Choice = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
  color: ${color['text.muted']};
`

const Row = styled.div`
  display: flex;
  gap: ${space[4]};
`

const List = styled.div`
  max-height: 14rem;
  overflow: auto;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.control};
  background: ${color['bg.raised']};
  color: ${color['text.default']};

  &:empty {
    display: none;
  }
`

const Option = styled.div`
  padding: ${space[4]} ${space[8]};
  cursor: pointer;
  overflow-wrap: anywhere;

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-selected='true'] {
    background: ${color['bg.selected']};
    box-shadow: inset 2px 0 ${color['brand.solid']};
  }
`

const Type = styled.span`
  color: ${color['text.muted']};
  font: ${font.dense};
`
