import styled from 'styled-components'

import { openRunStates } from '../../../contract/lifecycles/run.ts'
import type { Run } from '../../../contract/run.ts'
import type { ListActor } from '../../machines/list/list.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { ListFrame } from '../parts/ListFrame.tsx'
import { Moment } from '../parts/Moment.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Said } from '../parts/Said.tsx'
import { ShortId } from '../parts/ShortId.tsx'
import { StatusPill } from '../parts/StatusPill.tsx'
import { pillOfRun, reasonOf, triggerWords } from './run-words.ts'
import { Sums } from './Sums.tsx'

/** The run that was started last, while it runs and after. */
export function NewestRun({ actor, canRun }: { readonly actor: ListActor; readonly canRun: boolean }) {
  return (
    <Card>
      <Title>Newest run</Title>
      <ListFrame<Run>
        actor={actor}
        name="newest run"
        isBare
        empty={
          <p>
            {canRun
              ? 'No run yet. Run it now, and its records are counted here.'
              : 'No run yet. Deploy the connector; then run it, and its records are counted here.'}
          </p>
        }
      >
        {({ items }) => items.map((run) => <RunFacts key={run.runId} run={run} />)}
      </ListFrame>
    </Card>
  )
}

function RunFacts({ run }: { readonly run: Run }) {
  return (
    <Facts>
      <Line>
        <StatusPill {...pillOfRun(run)} />
        <span>
          {run.endedAt === null ? 'since' : 'ended'} <Moment at={run.endedAt ?? run.statusSince} />
        </span>
        <span>
          started {triggerWords[run.trigger]}, version {run.version}
        </span>
        <ShortId id={run.runId} of="run" />
      </Line>
      <Reason>
        <Said text={reasonOf(run)} />
        {run.endedAt === null ? (
          <Next>
            {' '}
            <Said text={run.statusNext} />
          </Next>
        ) : null}
      </Reason>
      <Sums of={run} isOpen={openRunStates.some((state) => state === run.status)} />
      {run.error === null ? null : <ProblemAlert problem={run.error} />}
    </Facts>
  )
}

const Card = styled.section`
  display: grid;
  align-content: start;
  gap: ${space[12]};
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Title = styled.h2`
  font: ${font.section};
`

const Facts = styled.div`
  display: grid;
  gap: ${space[12]};
`

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  color: ${color['text.muted']};
`

const Reason = styled.p`
  &:empty {
    display: none;
  }
`

const Next = styled.span`
  color: ${color['text.muted']};
`
