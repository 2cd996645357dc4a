import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { BuilderActor } from '#src/machines/builder/draft/builder.machine.ts'
import { selectStage } from '#src/machines/builder/draft/builder.machine.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { color, font, narrow, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { number } from '../../kit/format/numbers.ts'
import { age } from '../../kit/format/spans.ts'
import { useNow } from '../../kit/text/use-now.ts'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { builderMessages as messages } from './builder.messages.ts'

/** Whether the server has what stands here, since when and under which revision. */
export function SaveStatus({ actor, draft }: { readonly actor: BuilderActor; readonly draft: Draft }) {
  const stage = useSelector(actor, selectStage)
  return (
    <Line>
      <span>
        <span role="status">{messages.standings[stage]}</span>
        {stage === 'saved' && draft.savedAt !== undefined ? <Age savedAt={draft.savedAt} /> : null}
      </span>
      <span>{messages.revision(number(draft.revision))}</span>
    </Line>
  )
}

/** Why it is not saved, where the step begins. */
export function SaveProblem({ actor }: { readonly actor: BuilderActor }) {
  const stage = useSelector(actor, selectStage)
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })
  return problem === null || stage === 'stale' ? null : (
    <ProblemAlert problem={problem}>
      {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : undefined}
    </ProblemAlert>
  )
}

/** Beside the status and not in it: a number that grows each second is not read aloud. */
function Age({ savedAt }: { readonly savedAt: string }) {
  const now = useNow()
  return ` ${messages.ago(age(now - Date.parse(savedAt)))}`
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  color: ${color['text.muted']};
  font: ${font.dense};

  ${narrow} {
    & > :last-child {
      display: none;
    }
  }
`
