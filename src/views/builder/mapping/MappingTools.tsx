import { shallowEqual, useSelector } from '@xstate/react'
import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { Suggestion } from '#contract/builder/suggestions/suggestions.ts'
import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { selectCanCheck, selectMissing, selectTargets } from '#src/machines/builder/mapping/mapping.machine.ts'
import { color, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { mappingMessages as messages } from './mapping.messages.ts'
import { Stack, Wrong } from './mapping-frame.ts'

type MappingToolsProps = {
  readonly actor: MappingActor
  readonly suggestions: readonly Suggestion[]
  readonly children?: ReactNode
}

/** What stands above the table and the canvas alike: take back, check, suggestions, and what is missing. */
export function MappingTools({ actor, suggestions, children }: MappingToolsProps) {
  const canUndo = useCan(actor, { type: 'user.undid' })
  const canRedo = useCan(actor, { type: 'user.redid' })
  const canCheck = useSelector(actor, selectCanCheck)
  const missing = useSelector(actor, (snapshot) => selectMissing(snapshot).length)
  const hasLines = useSelector(actor, ({ context }) => context.edges.length > 0)
  const targets = useSelector(actor, selectTargets, shallowEqual)
  return (
    <Stack>
      <Bar>
        {children}
        <Button label={messages.undo} isBlocked={!canUndo} onPress={() => actor.send({ type: 'user.undid' })}>
          <Undo2 aria-hidden="true" />
        </Button>
        <Button label={messages.redo} isBlocked={!canRedo} onPress={() => actor.send({ type: 'user.redid' })}>
          <Redo2 aria-hidden="true" />
        </Button>
        {suggestions.length === 0 ? null : (
          <Button kind="primary" onPress={() => actor.send({ type: 'user.acceptedSuggestions', suggestions })}>
            {messages.acceptAll(suggestions.length)}
          </Button>
        )}
        {canCheck ? (
          <Button onPress={() => actor.send({ type: 'user.checked' })}>{messages.check}</Button>
        ) : (
          <>
            <Spinner label={messages.checking} />
            <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button>
          </>
        )}
        <State aria-live="polite">
          <Previewing actor={actor} />
          {targets.all === 0 ? null : <span>{summaryOf(missing, targets)}</span>}
        </State>
      </Bar>
      {hasLines ? null : <Hint>{messages.intro}</Hint>}
      <Verdict actor={actor} />
      <Preview actor={actor} />
    </Stack>
  )
}

function summaryOf(missing: number, { all, required, open }: ReturnType<typeof selectTargets>): string {
  if (missing > 0) return messages.missing(missing)
  return required > 0 ? messages.complete : messages.noneRequired(open, all)
}

function Verdict({ actor }: { readonly actor: MappingActor }) {
  const verdict = useContextOf(actor, 'verdict')
  const problem = useContextOf(actor, 'checkProblem')
  if (problem !== null) return <ProblemAlert problem={problem} />
  if (verdict === null) return null
  const { isValid, errors, warnings } = verdict
  return (
    <div role="status">
      {isValid ? <p>{messages.sound}</p> : <Wrong>{messages.unsound}</Wrong>}
      <ul>
        {errors.map(({ path, message }) => (
          <Wrong as="li" key={`${path} ${message}`}>
            {message}
          </Wrong>
        ))}
      </ul>
      {warnings.length === 0 ? null : <p>{messages.warnings}</p>}
      <ul>
        {warnings.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

/** In the line that stands there anyway: nothing moves when it comes and goes. */
function Previewing({ actor }: { readonly actor: MappingActor }) {
  return useMatches(actor, 'previewing') ? <Spinner label={messages.previewing} /> : null
}

function Preview({ actor }: { readonly actor: MappingActor }) {
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  const hasExamples = useSelector(actor, ({ context }) => (context.shapes.source?.examples.length ?? 0) > 0)
  if (!hasExamples) return <p>{messages.noExamples}</p>
  if (problem === null) return null
  return (
    <ProblemAlert problem={problem}>
      {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.previewAgain}</Button> : null}
    </ProblemAlert>
  )
}

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`

const State = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 2rem;
  margin-left: auto;
  color: ${color['text.muted']};
`
