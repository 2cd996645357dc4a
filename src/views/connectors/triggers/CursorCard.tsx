import { useSelector } from '@xstate/react'
import { useId } from 'react'

import type { Cursor } from '../../../contract/cursor.ts'
import type { CursorActor } from '../../machines/cursor/cursor.machine.ts'
import {
  selectCanRetry,
  selectCursor,
  selectIsBusy,
  selectIsDone,
  selectProblem,
  selectStage,
} from '../../machines/cursor/cursor.selectors.ts'
import { cursorWords as words } from '../../words/cursor.ts'
import { Button } from '../parts/Button.tsx'
import { Card, CardTitle, Code, Hint, SideName } from '../parts/blocks.ts'
import { Moment } from '../parts/Moment.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Sentence } from '../parts/Sentence.tsx'
import { ShortId } from '../parts/ShortId.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { CursorStart } from './CursorStart.tsx'

type OfCursor = { readonly actor: CursorActor }

/** What the next run reads, from where on, since when, and the way to set that. */
export function CursorCard({ actor }: OfCursor) {
  const title = useId()
  const cursor = useSelector(actor, selectCursor)
  const stage = useSelector(actor, selectStage)
  const isBusy = useSelector(actor, selectIsBusy)
  const problem = useSelector(actor, selectProblem)
  const isDone = useSelector(actor, selectIsDone)
  const canRetry = useSelector(actor, selectCanRetry)
  return (
    <Card aria-labelledby={title} aria-busy={isBusy}>
      <CardTitle id={title}>{words.title}</CardTitle>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{words.retry}</Button> : null}
        </ProblemAlert>
      )}
      {cursor === null ? stage === 'opening' ? <Spinner label={words.opening} /> : null : <Stands cursor={cursor} />}
      {cursor?.canBeSet && stage !== 'opening' && stage !== 'failed' ? (
        <CursorStart actor={actor} canStartAtValue={cursor.canStartAtValue} />
      ) : null}
      <p aria-live="polite">{isDone ? words.done : null}</p>
    </Card>
  )
}

/** Where it stands. */
function Stands({ cursor }: { readonly cursor: Cursor }) {
  const { reads, isSet, value, setAt, runId, isDeployed, unsent } = cursor
  if (reads === null) return <p>{isDeployed ? words.noSource : words.neverLive}</p>
  return (
    <>
      <div>
        <SideName>{words.what}</SideName>
        <Code>{reads.what}</Code>
        <Hint>{reads.system}</Hint>
      </div>
      <div>
        <SideName>{words.column}</SideName>
        {reads.cursor === null ? <p>{words.noColumn}</p> : <Code>{reads.cursor}</Code>}
      </div>
      {reads.cursor === null ? null : (
        <div>
          <SideName>{words.value}</SideName>
          {isSet ? value === null ? <p>{words.noPlainForm}</p> : <Code>{value}</Code> : <p>{words.notSet}</p>}
          {setAt === null ? null : (
            <Hint>
              <Sentence
                of={runId === null ? words.setByPerson : words.leftByRun}
                parts={{ at: <Moment at={setAt} />, ...(runId === null ? {} : { run: <ShortId id={runId} of="run" /> }) }}
              />
            </Hint>
          )}
        </div>
      )}
      {unsent === 0 ? null : <p>{words.unsent(unsent)}</p>}
    </>
  )
}
