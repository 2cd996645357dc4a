import { type KeyboardEvent, useId, useRef, useState } from 'react'
import styled from 'styled-components'

import { type Completion, completed, completionAt, type UrlField } from '#src/machines/builder/systems/operation.ts'
import { color, font, radius, shadow, space } from '#src/theme/theme.ts'
import { boxProps, boxStyle, Labelled } from '../../../kit/controls/Labelled.tsx'
import { sideMessages } from '../side.messages.ts'
import { operationMessages as messages } from './operation.messages.ts'

type UrlBoxProps = {
  readonly url: string
  readonly fields: readonly UrlField[]
  readonly error: string | undefined
  readonly onWrite: (url: string) => void
  readonly onLeave: () => void
}

/** The URL of a destination. An open brace offers the fields of the record (a combobox by the ARIA pattern). */
export function UrlBox({ url, fields, error, onWrite, onLeave }: UrlBoxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [completion, setCompletion] = useState<Completion | null>(null)
  const [active, setActive] = useState(0)
  const options = completion?.options ?? []

  const look = (text: string, at: number) => {
    setCompletion(completionAt(text, at, fields))
    setActive(0)
  }
  const take = (field: UrlField) => {
    if (completion === null) return
    const done = completed(url, box.current?.selectionStart ?? url.length, completion, field)
    setCompletion(null)
    onWrite(done.text)
    // What was completed is written by the page first; then the caret goes behind it.
    requestAnimationFrame(() => box.current?.setSelectionRange(done.caret, done.caret))
  }
  const press = (event: KeyboardEvent) => {
    if (completion === null || event.nativeEvent.isComposing) return
    const { key } = event
    const field = options[active]
    if (key === 'ArrowDown') setActive((active + 1) % options.length)
    else if (key === 'ArrowUp') setActive((active + options.length - 1) % options.length)
    else if ((key === 'Enter' || key === 'Tab') && field !== undefined) take(field)
    else if (key === 'Escape') setCompletion(null)
    else return
    event.preventDefault()
  }
  return (
    <Labelled id={id} label={sideMessages.url} hint={messages.urlHint} error={error}>
      <Around>
        <Box
          {...boxProps(id, messages.urlHint, error, false, undefined)}
          ref={box}
          role="combobox"
          aria-expanded={completion !== null}
          aria-controls={`${id}-fields`}
          aria-autocomplete="list"
          aria-activedescendant={completion === null ? undefined : `${id}-${active}`}
          type="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={({ target }) => {
            onWrite(target.value)
            look(target.value, target.selectionStart ?? target.value.length)
          }}
          onKeyDown={press}
          onBlur={() => {
            setCompletion(null)
            onLeave()
          }}
        />
        <Options id={`${id}-fields`} role="listbox" aria-label={messages.fields} hidden={completion === null}>
          {options.map((field, at) => (
            <Option
              key={field.path}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              // The focus stays in the box.
              onPointerDown={(event) => {
                event.preventDefault()
                take(field)
              }}
            >
              <span>{field.path}</span>
              <small>{messages[field.kind]}</small>
            </Option>
          ))}
        </Options>
      </Around>
    </Labelled>
  )
}

const Around = styled.div`
  position: relative;
  min-width: 0;
`

const Box = styled.input`
  ${boxStyle}
  min-height: 2rem;
  padding: 0 10px;
`

const Options = styled.ul`
  position: absolute;
  z-index: 2;
  top: calc(100% + 4px);
  left: 0;
  width: min(24rem, 100%);
  margin: 0;
  padding: ${space[4]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  box-shadow: ${shadow.popover};
  list-style: none;

  &[hidden] {
    display: none;
  }
`

const Option = styled.li`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 2rem;
  padding: 0 ${space[8]};
  border-radius: 4px;
  cursor: pointer;

  &[aria-selected='true'],
  &:hover {
    background: ${color['bg.selected']};
  }

  & > span {
    min-width: 0;
    font: ${font.code};
    overflow-wrap: anywhere;
  }

  & > small {
    margin-left: auto;
    color: ${color['text.muted']};
    font: ${font.dense};
    white-space: nowrap;
  }
`
