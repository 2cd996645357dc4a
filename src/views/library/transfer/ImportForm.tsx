import { useId } from 'react'
import styled from 'styled-components'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { TakeAwayCheck } from '#contract/library/take-away.ts'
import type { ImportActor } from '#src/machines/library/import.machine.ts'
import { font, space } from '#src/theme/theme.ts'
import { AuthForm } from '../../auth/AuthForm.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { DropZone } from '../../kit/controls/drop-zone.ts'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { fieldName } from '../../kit/text/field-names.ts'
import { useCan, useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { Plain } from '../lists.ts'
import { needsIn } from '../need.ts'
import { HostsCard } from '../TemplateFacts.tsx'
import { takeAwayMessages as messages } from './take-away.messages.ts'

/** A take-away file: chosen, dropped or pasted; checked; and taken in. */
export function ImportForm({ actor }: { readonly actor: ImportActor }) {
  const text = useContextOf(actor, 'text')
  const fileName = useContextOf(actor, 'fileName')
  const check = useContextOf(actor, 'check')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isImporting = useMatches(actor, 'importing')
  const canWrite = useCan(actor, { type: 'user.wrote', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canTakeIn = useCan(actor, { type: 'user.tookIn' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined) actor.send({ type: 'user.chose', file })
  }
  return (
    <AuthForm
      name={messages.form}
      submit={messages.check}
      submitting={isImporting ? messages.takingIn : messages.checking}
      missing={messages.missing}
      isBusy={isBusy}
      canSubmit={canSubmit}
      cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
      onSubmit={() => actor.send({ type: 'user.submitted' })}
    >
      <Hint>{messages.intro}</Hint>
      <Chooser isBlocked={!canWrite} onChoose={choose} />
      {fileName === null ? null : <p role="status">{messages.chosen(fileName)}</p>}
      <TextArea
        label={messages.text}
        value={text}
        rows={6}
        isCode
        isBlocked={!canWrite}
        onWrite={(written) => actor.send({ type: 'user.wrote', text: written })}
      />
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {check === null ? null : <Result check={check} text={text} />}
      {canTakeIn ? (
        <Row>
          <Button kind="primary" onPress={() => actor.send({ type: 'user.tookIn' })}>
            {messages.takeIn}
          </Button>
        </Row>
      ) : null}
    </AuthForm>
  )
}

type ChooserProps = { readonly isBlocked: boolean; readonly onChoose: (files: FileList | null) => void }

/** The platform's own choice of a file; the whole of it takes a dropped one too. */
function Chooser({ isBlocked, onChoose }: ChooserProps) {
  const id = useId()
  return (
    <DropZone
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!isBlocked) onChoose(event.dataTransfer.files)
      }}
    >
      <label htmlFor={id}>{messages.choose}</label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        disabled={isBlocked}
        onChange={({ target }) => {
          onChoose(target.files)
          // The same file may be chosen again, changed.
          target.value = ''
        }}
      />
      <Hint>{messages.drop}</Hint>
    </DropZone>
  )
}

type ResultProps = { readonly check: TakeAwayCheck; readonly text: string }

function Result({ check: { isValid, errors, warnings, name, hosts, needs }, text }: ResultProps) {
  return (
    <TextWithTimestamps role="status" aria-label={messages.result}>
      <CardTitle>{isValid ? messages.good(name) : messages.bad(errors.length)}</CardTitle>
      <Places title={messages.errors} of={errors} />
      <Places title={messages.warnings} of={warnings} />
      {isValid ? (
        <>
          <HostsCard hosts={hosts} />
          <Needs of={needsIn(text, needs)} />
        </>
      ) : null}
    </TextWithTimestamps>
  )
}

function Needs({ of }: { readonly of: readonly string[] }) {
  return of.length === 0 ? null : (
    <div>
      <Strong>{messages.needs}</Strong>
      <Plain aria-label={messages.needs}>
        {of.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </Plain>
    </div>
  )
}

function Places({ title, of }: { readonly title: string; readonly of: readonly FieldProblem[] }) {
  return of.length === 0 ? null : (
    <div>
      <Strong>{title}</Strong>
      <Plain aria-label={title}>
        {of.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <strong>{path === '' ? messages.whole : fieldName(path) || path}</strong> {message}
          </li>
        ))}
      </Plain>
    </div>
  )
}

const TextWithTimestamps = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
  overflow-wrap: anywhere;
`

const Strong = styled.p`
  font: ${font.strong};
`
