import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { BuilderActor } from '../../machines/builder/builder.machine.ts'
import { selectCanRetry, selectProblem, selectStage } from '../../machines/builder/builder.selectors.ts'
import type { Draft } from '../../machines/builder/draft.ts'
import { color, font, space } from '../../theme/theme.ts'
import { builderWords as words } from '../../words/builder.ts'
import { number } from '../../words/numbers.ts'
import { age } from '../../words/spans.ts'
import { Button } from '../parts/Button.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { useNow } from '../parts/use-now.ts'

/** Whether the server has what stands here, since when and under which revision; else why not. */
export function SaveStatus({ actor, draft }: { readonly actor: BuilderActor; readonly draft: Draft }) {
  const stage = useSelector(actor, selectStage)
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)
  return (
    <Frame>
      <Line>
        <span>
          <span role="status">{words.standings[stage]}</span>
          {stage === 'saved' && draft.savedAt !== undefined ? <Age savedAt={draft.savedAt} /> : null}
        </span>
        <span>{words.revision(number(draft.revision))}</span>
      </Line>
      {problem === null || stage === 'stale' ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{words.retry}</Button> : undefined}
        </ProblemAlert>
      )}
    </Frame>
  )
}

/** Beside the status and not in it: a number that grows each second is not read aloud. */
function Age({ savedAt }: { readonly savedAt: string }) {
  const now = useNow()
  return ` ${words.ago(age(now - Date.parse(savedAt)))}`
}

const Frame = styled.div`
  display: grid;
  gap: ${space[8]};
`

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  color: ${color['text.muted']};
  font: ${font.dense};
`
