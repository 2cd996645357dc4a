import { useSelector } from '@xstate/react'
import { Copy, History, Pencil, Rocket, SearchCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConfigEditorActor } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { selectDeployment, selectQuestion, selectStage } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { DeploymentProgress } from '../../connectors/deployments/DeploymentProgress.tsx'
import { ReadingQuestion } from '../../connectors/deployments/ReadingQuestion.tsx'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring, Spinner } from '../../kit/feedback/Spinner.tsx'
import { number } from '../../kit/format/numbers.ts'
import { JsonEditor } from '../../kit/json/JsonEditor.tsx'
import { Card, CardTitle, Hint, Row, Stack } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf, useHasTag } from '../../kit/use-snapshot.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { configEditorMessages as messages } from './config-editor.messages.ts'
import { FindingsCard } from './FindingsCard.tsx'
import { helping } from './helping.ts'
import { StaleDialog } from './StaleDialog.tsx'

type ConfigEditorPanelProps = {
  readonly actor: ConfigEditorActor
  /** What was before: drawn where there is a text. */
  readonly history: ReactNode
  /** Says that somebody else saved meanwhile. */
  readonly newer?: ReactNode
}

/** In CSS pixels, as the specification has it. */
const editorHeight = 600

/** The text of a configuration, what is said of it, and what can be done with it. */
export function ConfigEditorPanel({ actor, history, newer = null }: ConfigEditorPanelProps) {
  const stage = useSelector(actor, selectStage)
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  if (stage === 'opening') return <Spinner label={messages.opening} />
  if (stage === 'failed')
    return problem === null ? null : (
      <ProblemAlert problem={problem}>
        <Button isBlocked={!canRetry} onPress={() => actor.send({ type: 'user.retried' })}>
          {messages.reload}
        </Button>
      </ProblemAlert>
    )
  return (
    <Stack>
      {newer}
      <TextCard actor={actor} />
      <FindingsCard actor={actor} />
      <Card aria-label={messages.history}>
        <CardTitle>
          <History aria-hidden="true" size={16} /> {messages.history}
        </CardTitle>
        {history}
      </Card>
      {stage === 'confirming' ? <ConfirmDialog actor={actor} /> : null}
      {stage === 'stale' ? <StaleDialog actor={actor} /> : null}
    </Stack>
  )
}

function TextCard({ actor }: { readonly actor: ConfigEditorActor }) {
  const stage = useSelector(actor, selectStage)
  const text = useContextOf(actor, 'text')
  const saved = useContextOf(actor, 'saved')
  const problem = useContextOf(actor, 'problem')
  const isWritable = useHasTag(actor, 'writable')
  const deployment = useSelector(actor, selectDeployment)
  const question = useSelector(actor, selectQuestion)
  const revision = number(saved?.revision ?? 0)
  return (
    <Card aria-label={messages.name} aria-busy={stage === 'publishing' || stage === 'following'}>
      <Tools actor={actor} />
      <Hint>{isWritable ? messages.writing(revision) : messages.reading(revision)}</Hint>
      <OriginHint actor={actor} />
      {problem === null || stage === 'stale' ? null : <ProblemAlert problem={problem} />}
      {stage === 'publishing' || stage === 'comparing' ? (
        <p role="status">
          <Ring /> {messages.publishing}
        </p>
      ) : null}
      {question === undefined ? null : <ReadingQuestion actor={question} />}
      {deployment === undefined ? null : <DeploymentProgress actor={deployment} />}
      <JsonEditor
        label={messages.text}
        text={text}
        isReadOnly={!isWritable}
        height={editorHeight}
        extensions={helping}
        onWrite={(written) => actor.send({ type: 'user.typed', text: written })}
      />
      <Hint>{messages.secrets}</Hint>
    </Card>
  )
}

function Tools({ actor }: { readonly actor: ConfigEditorActor }) {
  const stage = useSelector(actor, selectStage)
  const canEdit = useCan(actor, { type: 'user.edited' })
  const canValidate = useCan(actor, { type: 'user.validated' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const canPublish = useCan(actor, { type: 'user.published' })
  const canCopy = useCan(actor, { type: 'user.copied' })
  const isChecking = stage === 'checking'
  return (
    <Row>
      {canEdit ? (
        <Button kind="primary" onPress={() => actor.send({ type: 'user.edited' })}>
          <Pencil aria-hidden="true" /> {messages.edit}
        </Button>
      ) : null}
      {canValidate || isChecking ? (
        <Button kind="primary" isBlocked={!canValidate} onPress={() => actor.send({ type: 'user.validated' })}>
          {isChecking ? <Ring /> : <SearchCheck aria-hidden="true" />} {isChecking ? messages.validating : messages.validate}
        </Button>
      ) : null}
      {canPublish ? (
        <Button kind="primary" onPress={() => actor.send({ type: 'user.published' })}>
          <Rocket aria-hidden="true" /> {messages.publish}
        </Button>
      ) : null}
      {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
      {canCopy ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.copied' })}>
          <Copy aria-hidden="true" /> {messages.copy}
        </Button>
      ) : null}
    </Row>
  )
}

function OriginHint({ actor }: { readonly actor: ConfigEditorActor }) {
  const origin = useContextOf(actor, 'origin')
  if (origin === null) return null
  if (origin.from === 'version') return <p role="status">{messages.fromVersion(number(origin.number))}</p>
  return (
    <p role="status">
      {messages.fromTab} {origin.leftOut === 0 ? null : messages.leftOut(origin.leftOut)}
    </p>
  )
}
