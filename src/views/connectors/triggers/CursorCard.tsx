import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { Cursor } from '#contract/connectors/triggers/cursor.ts'
import type { CursorActor } from '#src/machines/connectors/triggers/cursor.machine.ts'
import { selectStage } from '#src/machines/connectors/triggers/cursor.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { Card, CardTitle, Code, Hint, SideName } from '../../kit/layout/blocks.ts'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { ShortId } from '../../kit/text/ShortId.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { CursorStart } from './CursorStart.tsx'
import { cursorMessages as messages } from './cursor.messages.ts'

type OfCursor = { readonly actor: CursorActor }

/** What the next run reads, from where on, since when, and the way to set that. */
export function CursorCard({ actor }: OfCursor) {
  const title = useId()
  const cursor = useContextOf(actor, 'cursor')
  const stage = useSelector(actor, selectStage)
  const isBusy = useIsBusy(actor)
  const problem = useContextOf(actor, 'problem')
  const isDone = useContextOf(actor, 'isDone')
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Card aria-labelledby={title} aria-busy={isBusy}>
      <CardTitle id={title}>{messages.title}</CardTitle>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
        </ProblemAlert>
      )}
      {cursor === null ? stage === 'opening' ? <Spinner label={messages.opening} /> : null : <CursorPosition cursor={cursor} />}
      {cursor?.canBeSet && stage !== 'opening' && stage !== 'failed' ? (
        <CursorStart actor={actor} canStartAtValue={cursor.canStartAtValue} />
      ) : null}
      <p aria-live="polite">{isDone ? messages.done : null}</p>
    </Card>
  )
}

/** Where it stands. */
function CursorPosition({ cursor }: { readonly cursor: Cursor }) {
  const { reads, isSet, value, setAt, runId, isDeployed, unsent } = cursor
  if (reads === null) return <p>{isDeployed ? messages.noSource : messages.neverLive}</p>
  return (
    <>
      <div>
        <SideName>{messages.what}</SideName>
        <Code>{reads.what}</Code>
        <Hint>{reads.system}</Hint>
      </div>
      <div>
        <SideName>{messages.column}</SideName>
        {reads.cursor === null ? <p>{messages.noColumn}</p> : <Code>{reads.cursor}</Code>}
      </div>
      {reads.cursor === null ? null : (
        <div>
          <SideName>{messages.value}</SideName>
          {isSet ? value === null ? <p>{messages.noPlainForm}</p> : <Code>{value}</Code> : <p>{messages.notSet}</p>}
          {setAt === null ? null : (
            <Hint>
              <Sentence
                of={runId === null ? messages.setByPerson : messages.leftByRun}
                parts={{ at: <Moment at={setAt} />, ...(runId === null ? {} : { run: <ShortId id={runId} of="run" /> }) }}
              />
            </Hint>
          )}
        </div>
      )}
      {unsent === 0 ? null : <p>{messages.unsent(unsent)}</p>}
    </>
  )
}
