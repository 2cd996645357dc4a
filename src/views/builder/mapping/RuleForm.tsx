import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'

import type { RuleActor } from '#src/machines/builder/mapping/rule.machine.ts'
import {
  selectCanCancel,
  selectFaults,
  selectFields,
  selectIsBusy,
  selectMissing,
  selectProblem,
  selectRuleType,
  selectUnread,
  selectWritten,
} from '#src/machines/builder/mapping/rule.selectors.ts'
import type { RuleField } from '#src/machines/builder/mapping/writing.ts'
import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { mappingMessages } from './mapping.messages.ts'
import { Buttons, Stack, Wrong } from './mapping-frame.ts'

const messages = mappingMessages.rules
const hints: Readonly<Partial<Record<RuleField, string>>> = messages.hints

/** A new rule: what it does, and what it needs for that. */
export function RuleForm({ actor }: { readonly actor: RuleActor }) {
  const id = useId()
  const type = useSelector(actor, selectRuleType)
  const fields: readonly RuleField[] = useSelector(actor, selectFields)
  const faults = useSelector(actor, selectFaults)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const canCancel = useSelector(actor, selectCanCancel)
  const isMissing = useSelector(actor, (snapshot) => selectMissing(snapshot).length > 0)
  const isUnread = useSelector(actor, (snapshot) => selectUnread(snapshot).length > 0)
  const stray = faults.filter(({ path }) => ![...fields, 'name'].includes(path.split('/')[1] ?? ''))
  return (
    <Form
      aria-label={messages.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.submitted' })
      }}
    >
      {problem === null ? null : <ProblemAlert problem={problem} />}
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
      <RuleInput actor={actor} field="name" />
      {fields.map((field) => (
        <RuleInput key={field} actor={actor} field={field} />
      ))}
      <span id={id} hidden={!isMissing && !isUnread}>
        {isMissing ? messages.missing : messages.unreadBlocks}
      </span>
      <Buttons>
        <Button isBlocked={!canCancel} onPress={() => actor.send({ type: 'user.cancelled' })}>
          {messages.cancel}
        </Button>
        <Button kind="primary" submits isBlocked={isBusy || isMissing || isUnread} why={id}>
          {isBusy ? messages.saving : messages.save}
        </Button>
      </Buttons>
    </Form>
  )
}

function RuleInput({ actor, field }: { readonly actor: RuleActor; readonly field: RuleField }) {
  const type = useSelector(actor, selectRuleType)
  const text = useSelector(actor, (snapshot) => selectWritten(snapshot)[field] ?? '')
  const faults = useSelector(actor, selectFaults)
  const isBusy = useSelector(actor, selectIsBusy)
  const unread = useSelector(actor, (snapshot) => (field === 'table' ? selectUnread(snapshot).join('\n') : ''))
  const fault = faults.find(({ path }) => path.split('/')[1] === field)?.message
  const error = fault ?? (unread === '' ? undefined : messages.unread(unread.split('\n')))
  const write = (it: string) => actor.send({ type: 'user.wrote', field, text: it })
  const options = field === 'operator' ? messages.operators : field === 'to' && type === 'case' ? messages.cases : null
  if (options !== null && !isBusy) {
    const known: Readonly<Record<string, string>> = options
    return <Select label={messages.fields[field]} options={known} value={text} onChoose={write} />
  }
  if (field === 'sourcePaths' || field === 'table') return <Lines {...{ field, text, error, isBusy, write }} />
  return (
    <Field
      label={messages.fields[field]}
      value={text}
      {...(hints[field] === undefined ? {} : { hint: hints[field] })}
      error={error}
      isBlocked={isBusy}
      spellCheck={false}
      onWrite={write}
    />
  )
}

type LinesProps = {
  readonly field: 'sourcePaths' | 'table'
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
