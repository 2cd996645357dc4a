import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import styled from 'styled-components'

import type { UnknownPath } from '#src/machines/builder/mapping/rule-paths.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { mappingMessages } from './mapping.messages.ts'
import { Wrong } from './mapping-frame.ts'

const messages = mappingMessages.rules

type FieldPickerProps = {
  readonly label: string
  readonly paths: readonly string[]
  /** Fields of the source. */
  readonly known: readonly string[]
  readonly unknown: readonly UnknownPath[]
  /** Whether several fields are read, in their order. */
  readonly isMany: boolean
  readonly isBlocked: boolean
  readonly error: string | undefined
  readonly onChange: (paths: readonly string[]) => void
}

/** The fields that a transform reads, as chips, with a box to add one by a part of its name. */
export function FieldPicker({ label, paths, known, unknown, isMany, isBlocked, error, onChange }: FieldPickerProps) {
  const id = useId()
  // What is not a field yet is nobody else's matter.
  const [text, setText] = useState('')
  const add = (path: string) => {
    setText('')
    if (path === '' || paths.includes(path)) return
    onChange(isMany ? [...paths, path] : [path])
  }
  /** The focus stays on the chip that moves. */
  const move = (at: number, by: 1 | -1, button: HTMLElement) => {
    const chip = button.closest('li')
    const moved = [...paths]
    moved.splice(at + by, 0, ...moved.splice(at, 1))
    onChange(moved)
    requestAnimationFrame(() => (button.isConnected ? button : chip?.querySelector('button'))?.focus())
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(text.trim())
  }
  return (
    <Frame role="group" aria-labelledby={`${id}-label`}>
      <Label id={`${id}-label`}>{label}</Label>
      {paths.length === 0 ? null : (
        <Chips>
          {paths.map((path, at) => (
            <li key={path} data-unknown={unknown.some((it) => it.path === path)}>
              {isMany && !isBlocked && at > 0 ? (
                <button
                  type="button"
                  aria-label={messages.moveFieldBack(path)}
                  onClick={(event) => move(at, -1, event.currentTarget)}
                >
                  <ChevronLeft aria-hidden="true" />
                </button>
              ) : null}
              {path}
              {isMany && !isBlocked && at < paths.length - 1 ? (
                <button
                  type="button"
                  aria-label={messages.moveFieldOn(path)}
                  onClick={(event) => move(at, 1, event.currentTarget)}
                >
                  <ChevronRight aria-hidden="true" />
                </button>
              ) : null}
              {isBlocked ? null : (
                <button
                  type="button"
                  aria-label={messages.takeField(path)}
                  onClick={() => onChange(paths.filter((it) => it !== path))}
                >
                  <X aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </Chips>
      )}
      {isBlocked ? null : (
        <SearchBox
          aria-label={messages.addField}
          placeholder={messages.addField}
          list={`${id}-known`}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target, nativeEvent }) => {
            // Typed letters come one by one; what is chosen from the list comes whole.
            const isTyped = 'inputType' in nativeEvent && String(nativeEvent.inputType).startsWith('insertText')
            if (!isTyped && known.includes(target.value)) add(target.value)
            else setText(target.value)
          }}
          onKeyDown={press}
          onBlur={() => add(text.trim())}
        />
      )}
      <datalist id={`${id}-known`}>
        {known
          .filter((path) => !paths.includes(path))
          .map((path) => (
            <option key={path} value={path} />
          ))}
      </datalist>
      <div aria-live="polite">
        {error === undefined ? null : <Wrong>{error}</Wrong>}
        {unknown.map(({ path, meant }) => (
          <Row key={path}>
            <Wrong>{meant === null ? messages.unknown(path) : messages.meant(path, meant)}</Wrong>
            {meant === null || isBlocked ? null : (
              <Button onPress={() => onChange([...new Set(paths.map((it) => (it === path ? meant : it)))])}>
                {messages.takeMeant(meant)}
              </Button>
            )}
          </Row>
        ))}
      </div>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
`

const Label = styled.p`
  font: ${font.strong};
`

const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    display: inline-flex;
    align-items: center;
    gap: 2px;
    min-height: 26px;
    padding: 0 2px 0 ${space[8]};
    border-radius: ${radius.control};
    background: ${color['brand.subtle']};
    color: ${color['brand.onSubtle']};
    overflow-wrap: anywhere;
  }

  & > li[data-unknown='true'] {
    background: ${color['danger.subtle']};
    color: ${color['danger.text']};
  }

  & button {
    display: inline-grid;
    place-items: center;
    width: 24px;
    height: 24px;
    padding: 0;
    border: 0;
    border-radius: 4px;
    background: none;
    color: inherit;
    cursor: pointer;
  }

  & svg {
    width: 12px;
    height: 12px;
  }
`
