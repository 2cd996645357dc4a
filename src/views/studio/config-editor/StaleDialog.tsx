import type { ConfigEditorActor } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { shownBeside } from '#src/machines/studio/config-editor/config-text.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { configEditorMessages as messages } from './config-editor.messages.ts'
import { TextDiff } from './TextDiff.tsx'

/** Somebody else saved meanwhile: both texts, and the choice between them. */
export function StaleDialog({ actor }: { readonly actor: ConfigEditorActor }) {
  const theirs = useContextOf(actor, 'theirs')
  const text = useContextOf(actor, 'text')
  const problem = useContextOf(actor, 'problem')
  const canChoose = useCan(actor, { type: 'user.keptMine' })
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Dialog title={messages.stale} isWide>
      <p>{messages.staleWhy}</p>
      {theirs === null ? (
        <p>{messages.staleUnread}</p>
      ) : (
        <TextDiff label={messages.staleDiff} before={theirs.text} after={shownBeside(text).text} />
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Row>
        {canChoose ? (
          <>
            <Button kind="primary" onPress={() => actor.send({ type: 'user.keptMine' })}>
              {messages.keepMine}
            </Button>
            <Button onPress={() => actor.send({ type: 'user.tookTheirs' })}>{messages.takeTheirs}</Button>
          </>
        ) : null}
        {canRetry ? (
          <>
            <Button kind="primary" onPress={() => actor.send({ type: 'user.retried' })}>
              {messages.retry}
            </Button>
            <Button onPress={() => actor.send({ type: 'user.closed' })}>{messages.back}</Button>
          </>
        ) : null}
      </Row>
    </Dialog>
  )
}
