import { useSelector } from '@xstate/react'

import type { ConfigEditorActor } from '../../machines/config-editor/config-editor.machine.ts'
import {
  selectCanChoose,
  selectCanRetry,
  selectProblem,
  selectText,
  selectTheirs,
} from '../../machines/config-editor/config-editor.selectors.ts'
import { shownBeside } from '../../machines/config-editor/config-text.ts'
import { configEditorWords as words } from '../../words/config-editor.ts'
import { Button } from '../parts/Button.tsx'
import { Row } from '../parts/blocks.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { TextDiff } from './TextDiff.tsx'

/** Somebody else saved meanwhile: both texts, and the choice between them. */
export function StaleDialog({ actor }: { readonly actor: ConfigEditorActor }) {
  const theirs = useSelector(actor, selectTheirs)
  const text = useSelector(actor, selectText)
  const problem = useSelector(actor, selectProblem)
  const canChoose = useSelector(actor, selectCanChoose)
  const canRetry = useSelector(actor, selectCanRetry)
  return (
    <Dialog title={words.stale} isWide>
      <p>{words.staleWhy}</p>
      {theirs === null ? (
        <p>{words.staleUnread}</p>
      ) : (
        <TextDiff label={words.staleDiff} before={theirs.text} after={shownBeside(text).text} />
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Row>
        {canChoose ? (
          <>
            <Button kind="primary" onPress={() => actor.send({ type: 'user.keptMine' })}>
              {words.keepMine}
            </Button>
            <Button onPress={() => actor.send({ type: 'user.tookTheirs' })}>{words.takeTheirs}</Button>
          </>
        ) : null}
        {canRetry ? (
          <>
            <Button kind="primary" onPress={() => actor.send({ type: 'user.retried' })}>
              {words.retry}
            </Button>
            <Button onPress={() => actor.send({ type: 'user.closed' })}>{words.back}</Button>
          </>
        ) : null}
      </Row>
    </Dialog>
  )
}
