import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'
import type { RuleActor } from '#src/machines/builder/mapping/rule.machine.ts'
import {
  selectFields,
  selectTarget,
  selectUnknown,
  selectUnread,
  selectWritten,
} from '#src/machines/builder/mapping/rule.machine.ts'
import { pathsIn, type UnknownPath } from '#src/machines/builder/mapping/rule-paths.ts'
import { isUsed, type RuleField } from '#src/machines/builder/mapping/writing.ts'
import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { FormulaField } from './FormulaField.tsx'
import { mappingMessages } from './mapping.messages.ts'
import { Stack, Wrong } from './mapping-frame.ts'
import { RulePreview } from './RulePreview.tsx'

const messages = mappingMessages.rules
const hints: Readonly<Partial<Record<RuleField, string>>> = messages.hints

type RuleFormProps = {
  readonly actor: RuleActor
  readonly id: string
  readonly uses: ReadonlyMap<string, number>
}

/** A transform: what it does, what it needs for that, and what it makes of real records. */
export function RuleForm({ actor, id, uses }: RuleFormProps) {
  const type = useContextOf(actor, 'ruleType')
  const fields: readonly RuleField[] = useSelector(actor, selectFields)
  const faults = useContextOf(actor, 'faults')
  const isBusy = useIsBusy(actor)
  const edited = useContextOf(actor, 'edited')
  const written = useSelector(actor, selectWritten)
  const stray = faults.filter(({ path }) => ![...fields, 'name'].includes(path.split('/')[1] ?? ''))
  const used = edited === null ? 0 : (uses.get(edited) ?? 0)
  return (
    <Form
      id={id}
      aria-label={messages.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.submitted' })
      }}
    >
      {stray.map(({ path, message }) => (
        <Wrong key={`${path} ${message}`} role="alert">
          {message}
        </Wrong>
      ))}
      {isBusy ? (
        <p>
          {messages.type}: {messages.types[type]}
        </p>
      ) : (
        <Select
          label={messages.type}
          options={messages.types}
          value={type}
          onChoose={(ruleType) => actor.send({ type: 'user.choseType', ruleType })}
        />
      )}
      {fields
        .filter((field) => isUsed(field, written))
        .map((field) => (
          <RuleInput key={field} actor={actor} field={field} />
        ))}
      <RulePreview actor={actor} />
      <RuleInput actor={actor} field="name" />
      {used === 0 ? null : (
        <Hint>
          {messages.uses(used)} {messages.changesAll}
        </Hint>
      )}
      {/* Enter in any field applies it, as the button in the foot of the sheet does. */}
      <input type="submit" hidden tabIndex={-1} aria-hidden="true" />
    </Form>
  )
}

function RuleInput({ actor, field }: { readonly actor: RuleActor; readonly field: RuleField }) {
  const type = useContextOf(actor, 'ruleType')
  const text = useSelector(actor, (snapshot) => selectWritten(snapshot)[field] ?? '')
  const faults = useContextOf(actor, 'faults')
  const isBusy = useIsBusy(actor)
  const unread = useSelector(actor, (snapshot) => (field === 'table' ? selectUnread(snapshot).join('\n') : ''))
  const fault = faults.find(({ path }) => path.split('/')[1] === field)?.message
  const error = fault ?? (unread === '' ? undefined : messages.unread(unread.split('\n')))
  const write = (it: string) => actor.send({ type: 'user.wrote', field, text: it })
  const options =
    field === 'operator'
      ? messages.operators
      : field === 'unit'
        ? messages.units
        : field === 'to' && type === 'case'
          ? messages.cases
          : null
  if (options !== null && !isBusy) {
    const known: Readonly<Record<string, string>> = options
    return <Select label={messages.fields[field]} options={known} value={text} onChoose={write} />
  }
  if (field === 'text') return <FormulaField actor={actor} error={fault} />
  if (field === 'sourcePaths' || field === 'sourcePath') return <Paths {...{ actor, field, error, isBusy, write }} />
  if (field === 'table') return <Lines {...{ field, text, error, isBusy, write }} />
  return (
    <Field
      label={messages.fields[field]}
      value={text}
      {...(field === 'separator' && text.trim() !== text ? { hint: messages.separatorShown(visible(text)) } : {})}
      {...(hints[field] === undefined ? {} : { hint: hints[field] })}
      error={error}
      isBlocked={isBusy}
      spellCheck={false}
      onWrite={write}
    />
  )
}

type PathsProps = {
  readonly actor: RuleActor
  readonly field: 'sourcePath' | 'sourcePaths'
  readonly error: string | undefined
  readonly isBusy: boolean
  readonly write: (text: string) => void
}

function Paths({ actor, field, error, isBusy, write }: PathsProps) {
  const type = useContextOf(actor, 'ruleType')
  const written = useSelector(actor, selectWritten)
  const target = useSelector(actor, selectTarget)
  const unknown = useSelector(actor, selectUnknown, isSame)
  return (
    <FieldPicker
      label={messages.fields[field]}
      paths={pathsIn(type, written)}
      known={target?.known ?? []}
      unknown={unknown}
      isMany={field === 'sourcePaths'}
      isBlocked={isBusy}
      error={error}
      onChange={(paths) => write(paths.join('\n'))}
    />
  )
}

const isSame = (one: readonly UnknownPath[], other: readonly UnknownPath[]) => JSON.stringify(one) === JSON.stringify(other)

/** A space cannot be seen in its box. */
const visible = (text: string) => text.replaceAll(' ', '␣')

type LinesProps = {
  readonly field: 'table'
  readonly text: string
  readonly error: string | undefined
  readonly isBusy: boolean
  readonly write: (text: string) => void
}

function Lines({ field, text, error, isBusy, write }: LinesProps) {
  const id = useId()
  const hint = hints[field]
  return (
    <Stack>
      <label htmlFor={id}>{messages.fields[field]}</label>
      <Area
        id={id}
        rows={4}
        value={text}
        readOnly={isBusy}
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={({ target }) => write(target.value)}
      />
      <p id={`${id}-hint`}>{hint}</p>
      <Wrong id={`${id}-error`} aria-live="polite">
        {error}
      </Wrong>
    </Stack>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[12]};
`

const Area = styled.textarea`
  width: 100%;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: inherit;
  font: ${font.code};
  ${focusRing}
`
