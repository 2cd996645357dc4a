import { useSelector } from '@xstate/react'
import { type ChangeEvent, type KeyboardEvent, useId, useRef } from 'react'
import styled, { css } from 'styled-components'
import { type CompletionActor, completionMachine, selectOptions, takenFrom } from '#src/machines/kit/completion.machine.ts'
import { type Completion, type CompletionSign, completionAt, type Offered } from '#src/machines/kit/completion.ts'
import { color, font, radius, shadow, space } from '#src/theme/theme.ts'
import { useMachine } from '../actors/use-machine.ts'
import { boxProps, boxStyle, Labelled } from '../controls/Labelled.tsx'
import { useContextOf, useMatches } from '../use-snapshot.ts'
import { completionMessages as messages } from './completion.messages.ts'

type CompletingBoxProps = {
  readonly label: string
  readonly value: string
  /** What is offered after the sign. */
  readonly offered: readonly Offered[]
  readonly sign?: CompletionSign
  /** Instead of what is offered after the sign: what fits at the caret. */
  readonly complete?: (text: string, caret: number) => Completion | null
  readonly hint?: string
  /** What is wrong with what was typed; it stays typed. */
  readonly error?: string | undefined
  /** Of a text of several lines; absent for one line. */
  readonly rows?: number
  readonly maxLength?: number
  readonly type?: 'text' | 'url'
  readonly onWrite: (text: string) => void
  readonly onLeave?: () => void
}

/** A box for a URL, a body or a statement that offers the names of fields after `{` or `:`. */
export function CompletingBox(props: CompletingBoxProps) {
  const actor = useMachine(() => completionMachine, [])
  return <DrawnCompletingBox {...props} actor={actor} />
}

/** The same on the actor of somebody else. */
export function DrawnCompletingBox({ actor, ...props }: CompletingBoxProps & { readonly actor: CompletionActor }) {
  const { label, value, offered, sign = '{', complete, hint, error, rows, maxLength, type = 'text', onWrite, onLeave } = props
  const id = useId()
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isOpen = useMatches(actor, 'offering')
  const options = useSelector(actor, selectOptions)
  const active = useContextOf(actor, 'active')
  const isLong = rows !== undefined

  const take = (option: Offered) => {
    const done = takenFrom(actor.getSnapshot(), option)
    actor.send({ type: 'user.took' })
    if (done === null) return
    onWrite(done.text)
    // What was completed is written by the page first; then the caret goes behind it.
    requestAnimationFrame(() => box.current?.setSelectionRange(done.caret, done.caret))
  }
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const { key } = event
    const option = options[active]
    if (key === 'ArrowDown') actor.send({ type: 'user.moved', by: 1 })
    else if (key === 'ArrowUp') actor.send({ type: 'user.moved', by: -1 })
    else if ((key === 'Enter' || key === 'Tab') && option !== undefined) take(option)
    else if (key === 'Escape') actor.send({ type: 'user.closed' })
    else return
    event.preventDefault()
  }
  const common = {
    ...boxProps(id, hint, error, false, undefined),
    ref: box,
    'aria-controls': `${id}-fields`,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
    autoComplete: 'off',
    spellCheck: false,
    value,
    maxLength,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const caret = target.selectionStart ?? target.value.length
      const completion = complete ? complete(target.value, caret) : completionAt(target.value, caret, offered, { sign, isLong })
      onWrite(target.value)
      actor.send({ type: 'user.wrote', text: target.value, caret, completion })
    },
    onKeyDown: press,
    onBlur: () => {
      actor.send({ type: 'user.closed' })
      onLeave?.()
    },
  }
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <Around>
        {isLong ? <Area {...common} rows={rows} /> : <Line {...common} type={type} role="combobox" aria-expanded={isOpen} />}
        <Options id={`${id}-fields`} role="listbox" aria-label={messages.fields} hidden={!isOpen}>
          {options.map((option, at) => (
            <Option
              key={option.label}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              // The focus stays in the box.
              onPointerDown={(event) => {
                event.preventDefault()
                take(option)
              }}
            >
              <span>{option.label}</span>
              <small>{option.note}</small>
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

const looks = css`
  ${boxStyle}
  padding: 0 10px;
`

const Line = styled.input`
  ${looks}
  min-height: 2rem;
`

const Area = styled.textarea`
  ${looks}
  padding: ${space[8]} ${space[12]};
  font: ${font.code};
  resize: vertical;
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
